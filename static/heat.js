// Keys of a heat map: arrows move between its cells, Enter shows a cell's history.
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
  hint();
  document.addEventListener("htmx:afterSettle", hint);
})();
