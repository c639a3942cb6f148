// What every page needs. Nothing here is needed to use a page: without scripts all forms work as they are.

// A field that somebody is typing in stays as it is when the page around it is renewed.
if (window.Idiomorph) window.Idiomorph.defaults.ignoreActiveValue = true;

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
