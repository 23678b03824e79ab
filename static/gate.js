// Comfort on the page of a gate: rows fill the form, keys choose a verb, words stay.
// The server reads and judges everything the same without any of this.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const form = () => byId("decide");
  const stored = () => {
    const data = byId("choices");
    return data ? JSON.parse(data.textContent) : {};
  };
  const ask = () => { if (byId("effect")) htmx.trigger("#effect", "look"); };

  // What the figure says until the server has answered for the values in the fields.
  const show = (headline, effect, known) => {
    const write = (name, text) => {
      const place = document.querySelector(`[data-choice="${name}"]`);
      if (place) place.textContent = text || "";
      return place;
    };
    const figure = write("headline", headline);
    if (figure) figure.classList.toggle("figure-none", !known);
    write("effect", effect);
    if (byId("effect")) byId("effect").classList.add("asking");
  };

  const choose = (verb) => {
    const radio = form() && form().querySelector(`input[name="verb"][value="${verb}"]`);
    if (!radio) return null;
    radio.checked = true;
    return radio;
  };

  const mark = (number) => {
    document.querySelectorAll("a.use").forEach((link) => {
      const chosen = link.dataset.choose === number;
      link.firstChild.textContent = chosen ? "In your form" : "Use";
      if (chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };

  const fill = (number) => {
    const choice = stored()[number];
    if (!choice) return;
    Object.entries(choice.texts).forEach(([name, text]) => {
      const field = form().elements[name];
      if (field) field.value = text;
    });
    form().elements.shown.value = number;
    if (form().elements.alternative) form().elements.alternative.value = number;
    mark(number);
    if (number === "") show("as recommended", "no difference", false);
    else show(choice.headline, choice.effect, true);
    ask();
    form().dispatchEvent(new Event("input", { bubbles: true }));  // keeps a draft
  };

  document.addEventListener("change", (event) => {
    if (event.target.id !== "id_alternative") return;
    choose("adjust");
    if (event.target.value) fill(event.target.value);
    else mark("");
  });

  document.addEventListener("input", (event) => {
    const name = event.target.name || "";
    if (!name.startsWith("value-") || !form() || !form().contains(event.target)) return;
    choose("adjust");
    if (form().elements.alternative) form().elements.alternative.value = "";
    mark("");
    show("computing", "", false);
  });

  document.addEventListener("click", (event) => {
    const reset = event.target.closest("[data-reset]");
    const use = event.target.closest("a[data-choose]");
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!form() || !byId("values") || !plain || !(reset || use)) return;
    event.preventDefault();
    fill(reset ? "" : use.dataset.choose);
    if (!use) return;
    choose("adjust");
    byId("decision").focus();
    byId("decision").scrollIntoView({ block: "start" });
  });

  // Keys. Letters choose a verb and never record; inside fields letters are letters.
  const typing = (element) => element.closest(
    "textarea, select, dialog[open], [contenteditable], input:not([type=radio], [type=checkbox])",
  );
  const letters = { a: "approve", d: "adjust", t: "return", r: "reject" };

  const arm = (verb) => {
    const radio = choose(verb);
    if (!radio) return;
    radio.focus();
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const compare = () => {
    const links = [...document.querySelectorAll("[data-compare]")];
    const here = links.findIndex((link) => link.hasAttribute("aria-current"));
    const next = links[here + 1] || (here >= 0 ? byId("tab-main") : null);
    if (next) next.click();
  };

  const record = () => {
    const button = form().querySelector(".btn-record");
    if (button && !button.disabled) form().requestSubmit(button);
  };

  const help = () => {
    const dialog = byId("keys");
    if (dialog && !dialog.open) dialog.showModal();
  };

  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (event.target.id !== "id_rationale" || !form()) return;
      event.preventDefault();
      record();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (letters[event.key] && byId("values")) { event.preventDefault(); arm(letters[event.key]); }
    if (event.key === "c") compare();
    if (event.key === "?") help();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keys]")) help();
  });
  const offer = () => {
    document.querySelectorAll("[data-keys]").forEach((button) => { button.hidden = false; });
  };

  // Recording is off while the notice says why, and on again when it is gone.
  const hold = () => {
    const moved = byId("moved");
    const button = form() && form().querySelector(".btn-record");
    if (!moved || !button) return;
    const off = moved.textContent.trim() !== "";
    if (off) button.setAttribute("aria-describedby", "moved");
    else button.removeAttribute("aria-describedby");
    button.disabled = off;
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    offer();
    if (event.detail.target.id === "moved" || event.detail.target.id === "gate") hold();
    if (event.detail.target.id === "effect") byId("effect").classList.remove("asking");
  });
  document.addEventListener("htmx:oobAfterSwap", hold);
  // Ticks that are asked for again stay as they are, with the focus.
  const asked = (part) => [...part.querySelectorAll("input[name=confirm]")].map((tick) => tick.value).join("\n");
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    const same = asked(target) !== "" && asked(target) === asked(fragment);
    if (target.id === "asks" && same) event.detail.shouldSwap = false;
  });

  // What asks for the focus in the panel is brought out from behind its foot.
  document.addEventListener("htmx:afterSettle", (event) => {
    const here = document.activeElement;
    if (event.target.id === "gate" && here.closest("#decide")) {
      here.scrollIntoView({ block: "center" });
    }
  });
  document.addEventListener("htmx:afterRequest", hold);

  // A draft that could not be saved says so.
  const unsaved = (event) => {
    const place = byId("drafted");
    if (place && event.target === place) {
      place.textContent = "Not saved: the console did not answer. Your text is on this page.";
    }
  };
  document.addEventListener("htmx:sendError", unsaved);
  document.addEventListener("htmx:responseError", unsaved);

  // Signing in in another tab changes the proof of origin; the open form takes it up.
  const token = () => {
    const found = document.cookie.match(/(?:^|;\s*)(?:__Host-csrf|csrftoken)=([^;]+)/);
    return found ? found[1] : "";
  };
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb === "get" || !token()) return;
    event.detail.headers["X-CSRFToken"] = token();
    if (event.detail.formData.has("csrfmiddlewaretoken")) {
      event.detail.formData.set("csrfmiddlewaretoken", token());
    }
  });

  offer();
})();
