// Beginning an evening: seats are dragged, a typed name is taken at once. Every other tap is answered by the server.

const form = () => document.getElementById("start");
const typed = () => document.getElementById("typed");
let waiting = null; // the button "begin", pressed while a tap before it was still on its way
let asked = 0; // how many new names were asked about when it was pressed
let underway = 0;
let sent = ""; // the name that the request took along
let early = []; // names added while an answer was on its way: the field is free for the next one
let carried = ""; // those of them that are on their way now
const queued = new WeakSet(); // taps that came while an answer was on its way

// A request that has to wait reads the form when it leaves. The name that was added must not be overwritten until then,
// and what is typed in the meantime is half a name. A tap that is repeated for its lost token adds nothing.
const setAside = (event, element) => {
  const field = typed();
  if (!underway || !field || (element !== form() && element?.form !== form())) return;
  queued.add(event);
  if (event instanceof CustomEvent || element.value === "begin") return;
  if (!field.value.trim() || field.value === sent) return;
  early.push(field.value.trim());
  field.value = "";
};
document.addEventListener("change", (event) => setAside(event, event.target), true);
document.addEventListener("click", (event) => setAside(event, event.target.closest?.("#start button")), true);

document.addEventListener("htmx:configRequest", ({ target, detail }) => {
  const whole = form();
  if (!whole?.contains(target)) return;
  // what the server gave back stood there before the tap
  if (queued.has(detail.triggeringEvent) && typed()?.value !== whole.dataset.typed) detail.parameters.typed = "";
  if (!early.length) return;
  detail.parameters.typed = carried = early.join(", ");
  early = [];
});

document.addEventListener("htmx:beforeSend", (event) => {
  if (!form()?.contains(event.target)) return;
  underway += 1;
  sent = event.detail.requestConfig.parameters.typed ?? "";
});

// The field that is being typed in is not renewed; a name that was seated goes, letters typed since then stay. A name
// that could not be seated comes back.
document.addEventListener("htmx:afterSwap", () => {
  const field = typed();
  if (!field) return;
  const back = form().dataset.typed;
  if (field.value === sent || !field.value) field.value = back;
  else if (back && back !== field.value) field.value = `${back}, ${field.value}`;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.target.closest?.("#start") && event.target.id !== "start") return;
  const field = typed();
  if (event.detail.requestConfig.again) {
    if (sent) early.unshift(sent);
    if (field?.value === sent) field.value = "";
  } else if (carried && !event.detail.successful && field) {
    field.value = [carried, field.value].filter(Boolean).join(", ");
  }
  carried = "";
  underway = Math.max(0, underway - 1);
});

document.addEventListener("htmx:afterSettle", () => {
  if (waiting && !underway) {
    const button = waiting;
    waiting = null;
    const questions = form().querySelectorAll(".meant");
    // a name that was still in the field is much like a known one: that is looked at before the evening begins
    if (questions.length > asked) questions[questions.length - 1].querySelector("button").focus();
    else form().requestSubmit(document.getElementById(button));
  }
});

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "start" || !underway) return;
    event.preventDefault();
    waiting = event.submitter?.id;
    asked = form().querySelectorAll(".meant").length;
  },
  true,
);

// What was chosen outlives a reload: a phone that slept may have thrown the page away.
// Kept the moment it is on the page, not after the animation: whoever sees a seat may reload in the next breath.
const saved = `start ${location.pathname}`;
const keep = () => {
  if (form()) sessionStorage.setItem(saved, new URLSearchParams(new FormData(form())));
};
document.addEventListener("change", keep);
document.addEventListener("htmx:afterSwap", keep);
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
    listening.abort();
    item.classList.remove("dragged");
    if (before.some((one, index) => one !== list.children[index])) document.getElementById("refresh").click();
  };
  // heard at the document: a captured pointer is lost as soon as the row moves
  const listening = new AbortController();
  document.addEventListener("pointermove", move, { signal: listening.signal });
  document.addEventListener("pointerup", stop, { signal: listening.signal });
  document.addEventListener("pointercancel", stop, { signal: listening.signal });
});
