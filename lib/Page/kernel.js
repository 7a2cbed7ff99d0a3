"use strict";
// A text that is as high as the style lets it be may be drawn higher; a button copies it.
(() => {
  async function copy(text, button) {
    try {
      await navigator.clipboard.writeText([...text.querySelectorAll(".row")].map((row) => row.textContent).join("\n") + "\n");
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = "Press Ctrl+C";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  }

  for (const text of document.querySelectorAll("pre[aria-label]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${text.getAttribute("aria-label")}`);
    button.addEventListener("click", () => copy(text, button));
    text.parentElement.classList.add("text");
    text.after(button);
    text.addEventListener("pointerdown", () => {
      text.style.height = `${text.offsetHeight}px`;
      text.style.maxHeight = "none";
    });
  }
})();

// Lights up the lines of all forms that come from one line of the author's.
(() => {
  const rowsOf = new Map();
  for (const row of document.querySelectorAll(".row[data-l]"))
    for (const line of row.dataset.l.split(" ")) {
      if (!rowsOf.has(line)) rowsOf.set(line, []);
      rowsOf.get(line).push(row);
    }

  let lit = [];
  let held = null;

  // What a line comes from first is its own statement; from others, parts of it may have come.
  const ownLine = (row) => row.dataset.l.split(" ")[0];

  function light(row) {
    for (const other of lit) other.classList.remove("lit", "near", "at");
    lit = row ? row.dataset.l.split(" ").flatMap((line) => rowsOf.get(line)) : [];
    for (const other of lit) other.classList.add(ownLine(other) === ownLine(row) ? "lit" : "near");
    if (row) row.classList.add("at");
  }

  // The first of each text goes to where it can be seen; the text scrolls, the page does not.
  function reveal(row) {
    const seen = new Set([row.parentElement]);
    for (const other of [...lit].sort((a, b) => a.classList.contains("near") - b.classList.contains("near"))) {
      const text = other.parentElement;
      if (seen.has(text)) continue;
      seen.add(text);
      text.scrollTop = other.offsetTop - text.offsetTop - text.clientHeight / 3;
    }
  }

  function hold(row) {
    held = row;
    light(row);
    if (row) reveal(row);
  }

  const rowAt = (target) => (target instanceof Element ? target.closest(".row[data-l]") : null);
  document.addEventListener("pointerover", (event) => {
    if (!held) light(rowAt(event.target));
  });
  document.addEventListener("click", (event) => {
    const row = rowAt(event.target);
    if (row) hold(row === held ? null : row);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return hold(null);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const text = document.activeElement;
    if (!step || text.tagName !== "PRE") return;
    const rows = [...text.querySelectorAll(".row[data-l]")];
    const at = rows.indexOf(held);
    const row = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
    if (!row) return;
    event.preventDefault();
    hold(row);
    row.scrollIntoView({ block: "nearest" });
  });
})();
