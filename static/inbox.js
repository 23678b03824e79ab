// Keys, selection and the asking again of the inbox; the list works without any of it.
"use strict";

(() => {
  const find = (id) => document.getElementById(id);
  const typing = (element) =>
    element.closest("input:not([type='checkbox']), textarea, select, dialog[open]");
  const boxes = () => [...document.querySelectorAll(".row-select")];

  // Selection: counted, all at once, and kept when the list is asked for again.
  let kept = [];
  const count = () => {
    const all = boxes();
    const on = all.filter((box) => box.checked).length;
    const label = find("select-all-label");
    if (!label) return;
    label.hidden = false;
    find("select-all").checked = on > 0 && on === all.length;
    find("select-all").indeterminate = on > 0 && on < all.length;
    const said = on ? `${on} of ${all.length} selected` : "None selected";
    if (find("selected").textContent !== said) find("selected").textContent = said;
    ["bulk-remind", "bulk-assign"].forEach((id) => {
      if (find(id)) find(id).disabled = on === 0;
    });
  };
  document.addEventListener("change", (event) => {
    if (event.target.id === "select-all") {
      boxes().forEach((box) => { box.checked = event.target.checked; });
    }
    if (event.target.matches("#select-all, .row-select")) count();
  });
  document.addEventListener("htmx:beforeSwap", () => {
    kept = boxes().filter((box) => box.checked).map((box) => box.value);
  });
  document.addEventListener("htmx:afterSwap", () => {
    boxes().forEach((box) => { if (kept.includes(box.value)) box.checked = true; });
    count();
  });
  window.addEventListener("pageshow", count);

  // Nobody looks at a hidden page: it asks again when it is seen again.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "live" && document.hidden) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && find("live")) htmx.trigger("#live", "refresh");
  });

  const selectHere = () => {
    const row = document.activeElement.closest(".row");
    const box = row && row.querySelector(".row-select");
    if (box) box.click();
  };
  const keys = {
    "/": () => { find("q").focus(); find("q").select(); },
    "?": () => find("keys").showModal(),
    x: selectHere,
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.id === "q") event.target.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
