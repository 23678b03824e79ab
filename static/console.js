// Comfort on top of pages that work without it: focus, announcements, keys, menus.
"use strict";

(() => {
  const field = (element) =>
    element.closest("input, textarea, select, [contenteditable], dialog[open]");

  const announce = (text) => {
    const region = document.getElementById("announce");
    if (!region || !text) return;
    region.textContent = "";
    window.setTimeout(() => { region.textContent = text; }, 50);
  };

  // A swapped part may ask for the focus (data-focus) and say what happened
  // (data-announce); a part that polls asks for neither.
  document.addEventListener("htmx:afterSettle", (event) => {
    const part = event.detail.elt;
    const spoken = part.closest("[data-announce]") || part.querySelector("[data-announce]");
    if (spoken) announce(spoken.dataset.announce);
    const wanted = part.matches("[data-focus]") ? part : part.querySelector("[data-focus]");
    if (wanted) wanted.focus();
  });

  const offline = (on) => {
    const notice = document.getElementById("offline");
    if (notice) notice.hidden = !on;
  };
  document.addEventListener("htmx:sendError", () => offline(true));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) offline(true);
  });
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (event.detail.xhr.status < 500) offline(false);
  });

  // A send button is off while its form is on the way, and on again afterwards.
  const buttons = (form) => form.querySelectorAll("button:not([type='button'])");
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.matches("[hx-post]")) return;
    if (form.dataset.sending) { event.preventDefault(); return; }
    form.dataset.sending = "yes";
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("form[data-sending]").forEach((form) => {
      delete form.dataset.sending;
    });
  });
  const sending = (form, on) => {
    if (form.matches("form")) buttons(form).forEach((button) => { button.disabled = on; });
  };
  document.addEventListener("htmx:beforeRequest", (event) => sending(event.target, true));
  document.addEventListener("htmx:afterRequest", (event) => sending(event.target, false));

  // Menus close on Escape and on a click elsewhere.
  document.addEventListener("click", (event) => {
    document.querySelectorAll("details.menu[open]").forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });

  // j and k walk the rows of a list; Enter is the link's own.
  const walk = (by) => {
    const links = [...document.querySelectorAll(".row-title a")];
    if (!links.length) return;
    const here = links.indexOf(document.activeElement);
    const next = here < 0 ? (by > 0 ? 0 : links.length - 1) : here + by;
    (links[Math.min(Math.max(next, 0), links.length - 1)]).focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const menu = document.querySelector("details.menu[open]");
      if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || field(event.target)) return;
    if (event.key === "j") walk(1);
    if (event.key === "k") walk(-1);
  });
})();
