// Beginning an evening: seats are dragged, a typed name is taken at once. Every other tap is answered by the server.

const form = () => document.getElementById("start");
const typed = () => document.getElementById("typed");
let waiting = null; // the button "begin", pressed while a tap before it was still on its way
let underway = 0;

document.addEventListener("htmx:beforeSend", (event) => {
  if (!form()?.contains(event.target)) return;
  underway += 1;
  if (typed()) typed().value = "";
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.target.closest?.("#start") && event.target.id !== "start") return;
  underway = Math.max(0, underway - 1);
});

document.addEventListener("htmx:afterSettle", () => {
  const field = typed();
  if (field && !field.value && form().dataset.typed) field.value = form().dataset.typed;
  if (waiting && !underway) {
    const button = waiting;
    waiting = null;
    form().requestSubmit(document.getElementById(button));
  }
});

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "start" || !underway) return;
    event.preventDefault();
    waiting = event.submitter?.id;
  },
  true,
);

// What was chosen outlives a reload: a phone that slept may have thrown the page away.
const saved = `start ${location.pathname}`;
document.addEventListener("htmx:afterSettle", () => {
  if (form()) sessionStorage.setItem(saved, new URLSearchParams(new FormData(form())));
});
document.addEventListener("submit", (event) => {
  if (event.target.id === "start") sessionStorage.removeItem(saved);
});
window.addEventListener("load", () => {
  const draft = sessionStorage.getItem(saved);
  const [how] = performance.getEntriesByType("navigation");
  if (!draft || !(document.wasDiscarded || how?.type === "reload")) return;
  const values = {};
  for (const [name, value] of new URLSearchParams(draft)) (values[name] ??= []).push(value);
  window.htmx.ajax("POST", form().action, { source: "body", target: "#start", select: "#start", swap: "morph:outerHTML", values });
});

// Coming back to a form that began an evening already: a new one gets a form of its own.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// Dragging by the grip, with finger or mouse; the arrows beside it do the same by keyboard.
document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".grip");
  if (!grip || event.button) return;
  event.preventDefault();
  const item = grip.closest(".place");
  const list = item.parentElement;
  const before = [...list.children];
  item.classList.add("dragged");
  grip.setPointerCapture(event.pointerId);

  const move = (at) => {
    const other = [...list.children].find((one) => {
      const box = one.getBoundingClientRect();
      return one !== item && at.clientY > box.top && at.clientY < box.bottom;
    });
    if (!other) return;
    const box = other.getBoundingClientRect();
    other.insertAdjacentElement(at.clientY < box.top + box.height / 2 ? "beforebegin" : "afterend", item);
  };
  const stop = () => {
    grip.removeEventListener("pointermove", move);
    item.classList.remove("dragged");
    if (before.some((one, index) => one !== list.children[index])) document.getElementById("refresh").click();
  };
  grip.addEventListener("pointermove", move);
  grip.addEventListener("pointerup", stop, { once: true });
  grip.addEventListener("pointercancel", stop, { once: true });
});
