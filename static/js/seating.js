// Changing a draw by dragging: a name onto a name swaps them, onto a table seats it there. What it comes to is shown
// before it is saved, on the same page that the form leads to; without this file the form does it.

const hall = document.querySelector("[data-change]");
let dragged = null;

const target = (event) => event.target.closest?.("[data-seat]") ?? event.target.closest?.("[data-table]");

function aimAt(element) {
  for (const each of hall.querySelectorAll(".aim")) each.classList.remove("aim");
  element?.classList.add("aim");
}

function preview(values) {
  location.assign(`${hall.dataset.change}?${new URLSearchParams(values)}`);
}

if (hall) {
  for (const seat of hall.querySelectorAll("[data-seat]")) seat.draggable = true;
  document.querySelector(".dragging")?.removeAttribute("hidden");
  hall.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("[data-seat]")?.dataset.seat ?? null;
    event.dataTransfer.setData("text/plain", dragged ?? "");
  });
  hall.addEventListener("dragover", (event) => {
    if (!dragged || !target(event)) return;
    event.preventDefault();
    aimAt(target(event));
  });
  hall.addEventListener("dragend", () => aimAt(null));
  hall.addEventListener("drop", (event) => {
    const on = target(event);
    if (!dragged || !on) return;
    event.preventDefault();
    if (on.dataset.seat === dragged) return;
    if (on.dataset.seat) preview({ what: "swap", one: dragged, other: on.dataset.seat });
    else preview({ what: "move", one: dragged, table: on.dataset.table });
  });
}
