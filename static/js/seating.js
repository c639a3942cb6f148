// Changing a draw by dragging: a name onto a name swaps them, onto a table seats it there. What it comes to is shown
// before it is saved, on the same page that the form leads to; without this file the form does it.

let dragged = null;

const hallOf = (event) => event.target.closest?.("[data-change]");
const target = (event) => event.target.closest?.("[data-seat]") ?? event.target.closest?.("[data-table]");

function offer() {
  for (const seat of document.querySelectorAll("[data-change] [data-seat]")) seat.draggable = true;
  document.querySelector("[data-change] ~ .dragging")?.removeAttribute("hidden");
}

function aimAt(element) {
  for (const each of document.querySelectorAll("[data-change] .aim")) each.classList.remove("aim");
  element?.classList.add("aim");
}

offer();
document.addEventListener("htmx:afterSettle", offer);
document.addEventListener("dragstart", (event) => {
  dragged = hallOf(event) ? (event.target.closest("[data-seat]")?.dataset.seat ?? null) : null;
  if (dragged) event.dataTransfer.setData("text/plain", dragged);
});
document.addEventListener("dragover", (event) => {
  if (!dragged || !hallOf(event) || !target(event)) return;
  event.preventDefault();
  aimAt(target(event));
});
document.addEventListener("dragend", () => aimAt(null));
document.addEventListener("drop", (event) => {
  const hall = hallOf(event);
  const on = target(event);
  if (!dragged || !hall || !on) return;
  event.preventDefault();
  if (on.dataset.seat === dragged) return;
  const values = on.dataset.seat
    ? { what: "swap", one: dragged, other: on.dataset.seat }
    : { what: "move", one: dragged, table: on.dataset.table };
  location.assign(`${hall.dataset.change}?${new URLSearchParams(values)}`);
});
