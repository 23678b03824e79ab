// Choosing an alternative fills the fields at once; the server reads them the same way.
"use strict";

(() => {
  const form = () => document.getElementById("decide");
  const stored = () => {
    const data = document.getElementById("choices");
    return data ? JSON.parse(data.textContent) : {};
  };

  const write = (name, text) => {
    document.querySelectorAll(`[data-choice="${name}"]`).forEach((place) => {
      place.textContent = text || "";
    });
  };

  // The figure and the sentence say what the stored alternative does; values typed
  // by hand have no stored effect, so then neither says a number.
  const show = (choice) => {
    const figure = document.getElementById("choice");
    if (figure) figure.hidden = !(choice && choice.headline);
    write("headline", choice && choice.headline);
    write("effect", choice && choice.effect);
    write("label", (choice && choice.label) || "the values in the fields above");
    write("sentence", choice && choice.effect ? `Effect ${choice.effect}.` : "");
  };

  const fill = (number) => {
    const choice = stored()[number];
    if (!choice) return;
    Object.entries(choice.texts).forEach(([name, text]) => {
      const field = form().elements[name];
      if (field) field.value = text;
    });
    form().elements.shown.value = number;
    show(number === "" ? null : choice);
  };

  const adjust = () => {
    const radio = form().querySelector('input[name="verb"][value="adjust"]');
    if (radio) radio.checked = true;
  };

  document.addEventListener("change", (event) => {
    if (event.target.id !== "id_alternative") return;
    adjust();
    if (event.target.value) fill(event.target.value);
    else show(null);
  });

  document.addEventListener("input", (event) => {
    const name = event.target.name || "";
    if (!name.startsWith("value-") || !form() || !form().contains(event.target)) return;
    adjust();
    if (form().elements.alternative) form().elements.alternative.value = "";
    show(null);
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-reset]") || !form()) return;
    event.preventDefault();
    if (form().elements.alternative) form().elements.alternative.value = "";
    fill("");
  });
})();
