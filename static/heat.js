// Keys of a heat map: arrows move between its cells, Enter shows a cell's history,
// x takes a cell to the list of what is left aside, where its reason is typed.
"use strict";

(() => {
  const MOVES = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  };

  const grid = (cell) => cell.closest("table[data-heat]");

  const cellOf = (target) => {
    const cell = target.closest && target.closest("table[data-heat] td");
    return cell || null;
  };

  // One cell of the map is in the order of tabs: the one that was last looked at.
  const go = (table, row, column) => {
    const line = table.tBodies[0].rows[row];
    const cell = line && line.cells[column];
    if (!cell || cell.tagName !== "TD") return;
    table.querySelectorAll('td[tabindex="0"]').forEach((each) => {
      each.tabIndex = -1;
    });
    cell.tabIndex = 0;
    cell.focus();
  };

  const line = (text, tag) => {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  };

  const show = (cell) => {
    const table = grid(cell);
    const place = document.getElementById(table.dataset.heat);
    const column = table.tHead.rows[0].cells[cell.cellIndex].textContent.trim();
    const row = cell.parentElement.cells[0].firstChild.textContent.trim();
    const seen = cell.cloneNode(true);
    seen.querySelectorAll(".sign, .visually-hidden").forEach((each) => each.remove());
    const now = cell.querySelector(".blank") ? "missing" : seen.textContent.trim();
    const lines = (cell.dataset.history || table.dataset.missing).split("\n");
    const list = document.createElement("ul");
    lines.forEach((text) => list.append(line(text, "li")));
    place.replaceChildren(line(`${row} at ${column}, now ${now}`, "b"), list);
  };

  const nameOf = (cell) => {
    const column = grid(cell).tHead.rows[0].cells[cell.cellIndex].textContent.trim();
    return `${cell.parentElement.cells[0].firstChild.textContent.trim()} ${column}`;
  };

  const asideList = () => document.querySelector('textarea[name="value-exclusions"]');

  const leaveAside = (cell) => {
    const typed = asideList();
    if (!typed || cell.querySelector(".blank")) return;
    const adjust = document.querySelector('input[name="verb"][value="adjust"]');
    if (adjust && !adjust.checked) adjust.click();
    if (!aside(typed).includes(nameOf(cell))) {
      const above = typed.value.trimEnd();
      typed.value = `${above ? `${above}\n` : ""}${nameOf(cell)} = `;
      typed.dispatchEvent(new Event("input", { bubbles: true }));
    }
    typed.focus();
    typed.setSelectionRange(typed.value.length, typed.value.length);
  };

  const aside = (typed) =>
    typed.value.split("\n").map((each) => each.split("=")[0].trim());

  const strike = () => {
    const typed = asideList();
    if (!typed) return;
    const names = aside(typed);
    document.querySelectorAll("table[data-heat] td").forEach((cell) => {
      const left = names.includes(nameOf(cell));
      cell.classList.toggle("left-aside", left);
      if (left) cell.setAttribute("aria-description", "left aside");
      else cell.removeAttribute("aria-description");
    });
  };

  document.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = cell.parentElement.sectionRowIndex;
    const last = cell.parentElement.cells.length - 1;
    const move = MOVES[event.key];
    if (move) go(grid(cell), row + move[0], cell.cellIndex + move[1]);
    else if (event.key === "Home") go(grid(cell), row, 1);
    else if (event.key === "End") go(grid(cell), row, last);
    else if (event.key === "Enter") show(cell);
    else if (event.key === "x") leaveAside(cell);
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    go(grid(cell), cell.parentElement.sectionRowIndex, cell.cellIndex);
    show(cell);
  });

  const hint = () => {
    document.querySelectorAll("[data-heat-hint]").forEach((each) => {
      each.hidden = false;
    });
  };
  const drawn = () => {
    hint();
    strike();
  };

  document.addEventListener("input", (event) => {
    if (event.target === asideList()) strike();
  });
  drawn();
  document.addEventListener("htmx:afterSettle", drawn);
})();
