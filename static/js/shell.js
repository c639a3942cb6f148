// What every page needs. Nothing here is needed to use a page: without scripts all forms work as they are.

// What a field said when the page was asked for anew. Forms with data-typed see to it themselves (start.js).
const sent = new WeakMap();
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  for (const field of target.closest("form:not([data-typed])")?.elements ?? []) sent.set(field, field.value);
});

// When the page is renewed, what was folded open stays open, and what was typed since then stays as it is.
window.addEventListener("DOMContentLoaded", () => {
  const defaults = window.Idiomorph?.defaults;
  if (!defaults) return;
  defaults.callbacks.beforeAttributeUpdated = (name, node) => {
    if (name === "value" && sent.has(node) && node.matches(TYPED_IN)) return node.value === sent.get(node);
    return !(name === "open" && node.tagName === "DETAILS");
  };
});

// A field that somebody is typing in stays as it is, too; a button that was tapped becomes what it now stands for.
// What is hidden nobody types: it says which deal is meant, and is the page's.
const TYPED_IN = "input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select";
document.addEventListener("htmx:beforeSwap", () => {
  const defaults = window.Idiomorph?.defaults;
  if (defaults) defaults.ignoreActiveValue = Boolean(document.activeElement?.matches(TYPED_IN));
});

// While the mouse is down nothing is asked for: the answer to what was typed would move what is being clicked. A click that
// sends the form itself takes along what was typed; after any other one it is asked for.
let pressed = false;
let held = null;
const formOf = (element) => element.closest("form");
document.addEventListener("mousedown", (event) => { pressed = event.button === 0; }, true);
document.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent, verb } = event.detail;
  if (pressed && triggeringEvent?.type === "change") {
    event.preventDefault();
    held = event.detail;
  } else if (held && verb !== "get" && formOf(held.elt) === formOf(elt)) held = null;
});
document.addEventListener("submit", (event) => {
  if (held && !event.defaultPrevented && formOf(held.elt) === event.target) held = null;
});
for (const end of ["mouseup", "dragend"]) {
  window.addEventListener(end, () => {
    pressed = false;
    setTimeout(() => {
      const late = held;
      held = null;
      if (late?.elt.isConnected) late.issueRequest(true);
    });
  }, true);
}

const alert = document.getElementById("alert");

function say(text) {
  if (!alert) return;
  alert.textContent = text;
  alert.hidden = !text;
  if (text) alert.scrollIntoView({ block: "nearest" });
}

for (const trouble of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(trouble, () => say(document.body.dataset.offline));
}
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) say("");
});

// The token of the forms got lost while the page lay open: take the fresh one and send again, without a word.
let renewed = 0;
document.addEventListener("htmx:beforeSwap", (event) => {
  const token = event.detail.xhr.getResponseHeader("X-Fresh-Token");
  if (!token) return;
  event.detail.shouldSwap = false;
  if (Date.now() - renewed < 2000) return say(document.body.dataset.offline);
  renewed = Date.now();
  for (const field of document.getElementsByName("csrf_token")) field.value = token;
  const { elt, triggeringEvent } = event.detail.requestConfig;
  event.detail.requestConfig.again = true;
  window.htmx.trigger(elt, triggeringEvent?.type ?? "submit");
});

// A form that is on its way is not sent again by a second tap; coming back to the page makes it usable again.
const sending = new WeakSet();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.hasAttribute("data-again")) return;
  if (sending.has(form)) event.preventDefault();
  else sending.add(form);
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.forms) sending.delete(form);
});

// On the way back a browser shows the page that it kept, without asking: deals entered and payments ticked since are missing.
const [visit] = performance.getEntriesByType("navigation");
if (visit?.type === "back_forward" && visit.transferSize === 0) location.reload();

// What was refused is gone to at once, wherever on the page it stands: the first field that is marked, or what is said there.
const WRONG = "#main [role=alert]:not([hidden]), #main [aria-invalid=true]";
function goToWrong() {
  const found = [...document.querySelectorAll(WRONG)].find((each) => each.textContent.trim() || each.matches("[aria-invalid]"));
  if (!found) return;
  for (let fold = found.closest("details:not([open])"); fold; fold = found.closest("details:not([open])")) fold.open = true;
  if (!found.matches("[aria-invalid], [tabindex]")) found.tabIndex = -1;
  found.focus({ preventScroll: true });
  (found.closest(".ans") ?? found).scrollIntoView({ block: "center" });
}
const REFUSED = 400;
if ((visit?.responseStatus || REFUSED) >= REFUSED) {
  goToWrong();
  // an address with a # takes the focus to its own part of the page once everything is there
  window.addEventListener("load", () => setTimeout(() => document.activeElement === document.body && goToWrong()));
}

// A finger that trembles taps once: a payment or a name tapped twice in a moment would be back where it was.
let lastTap = { id: "", at: 0 };
document.addEventListener(
  "click",
  (event) => {
    const toggle = event.target.closest?.("button[aria-pressed]");
    if (!toggle) return;
    const trembled = event.detail > 1 && toggle.id === lastTap.id && event.timeStamp - lastTap.at < 600;
    lastTap = { id: toggle.id, at: event.timeStamp };
    if (!trembled) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
