// The entry form: instant steps, one-time keys, and answers that survive a phone turning, sleeping or losing its connection.
// Without this file every button is a submit button and the server does the same.

const form = () => document.getElementById("eintrag");
const field = (name) => form()?.elements.namedItem(name);
const draftName = (entry) => `eintrag-${entry.dataset.entry}-${entry.dataset.target}`;
let changes = 0;
let begun = false; // whether anything was tapped or typed that is not entered yet

function renewKey() {
  const key = field("key");
  if (key) key.value = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
}

function setNumber(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function step(box, by) {
  const input = box.querySelector("input");
  const { low, high, start } = box.dataset;
  const now = /^\d+$/.test(input.value.trim()) ? Number(input.value) : Number(start);
  setNumber(input, Math.min(Number(high), Math.max(Number(low), now + by)));
}

function mirror(input) {
  if (input.dataset.other) {
    const mine = document.getElementById(input.dataset.other);
    const text = input.value.trim();
    if (/^\d+$/.test(text) && Number(text) <= Number(input.dataset.total)) mine.value = Number(input.dataset.total) - Number(text);
    return;
  }
  const other = form()?.querySelector(`[data-other="${input.id}"]`);
  if (other) other.value = "";
}

let typing;
function typed() {
  clearTimeout(typing);
  typing = setTimeout(() => form()?.dispatchEvent(new Event("typed")), 150);
}

// -- a draft of what is not saved yet, kept while the browser's tab lives

function keepDraft() {
  const entry = form();
  if (!entry) return;
  const answers = [...new FormData(entry)].filter(([name]) => name !== "csrf_token");
  sessionStorage.setItem(draftName(entry), JSON.stringify(answers));
}

function restoreDraft() {
  const entry = form();
  if (!entry) return false;
  const kept = sessionStorage.getItem(draftName(entry));
  if (!kept) return false;
  const answers = JSON.parse(kept);
  const given = Object.fromEntries(answers);
  if (given.key === entry.dataset.lastKey) {
    sessionStorage.removeItem(draftName(entry));
    return false;
  }
  const again = new Map();
  for (const [name, value] of answers) again.set(name, [...(again.get(name) ?? []), value]);
  for (const input of entry.elements) {
    if (!input.name || input.name === "csrf_token") continue;
    const values = again.get(input.name);
    if (input.type === "radio" || input.type === "checkbox") {
      if (values || input.type === "checkbox") input.checked = Boolean(values?.includes(input.value));
    } else if (values && input.type !== "submit") {
      input.value = values[0];
    }
  }
  const carried = answers.filter(([name]) => !entry.elements.namedItem(name));
  for (const [name, value] of carried) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    entry.append(input);
  }
  return true;
}

function dropDraft() {
  const entry = form();
  if (entry) sessionStorage.removeItem(draftName(entry));
}

// -- events; the form itself is renewed while the page lives, so the document listens

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-by]");
  if (button && form()?.contains(button)) {
    event.preventDefault();
    step(button.closest("[data-stepper]"), Number(button.dataset.by));
  }
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.form !== form()) return;
  const box = input.closest("[data-stepper]");
  if (event.key === "Enter" && input.type === "text") {
    event.preventDefault();
    input.blur();
    document.querySelector("[data-save]")?.focus({ preventScroll: true });
  } else if (box && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    step(box, event.key === "ArrowUp" ? 1 : -1);
  }
});

document.addEventListener("input", (event) => {
  if (event.target.form !== form() || !form()) return;
  changes += 1;
  begun = true;
  if (event.target.matches('input[type="text"], textarea')) {
    mirror(event.target);
    typed();
  }
  keepDraft();
});

document.addEventListener("htmx:configRequest", (event) => {
  clearTimeout(typing);
  if (event.detail.elt === form()) for (const name of ["step", "open"]) event.detail.formData.delete(name); // the last button tapped did its work
});

document.addEventListener("htmx:beforeRequest", (event) => {
  event.detail.xhr.changes = changes;
  if (event.target.closest?.("#eintrag")) begun = true;
  if (event.target.matches?.("[data-save]")) {
    keepDraft();
    document.activeElement?.blur(); // a field in focus would keep its answer for the next deal
    form().inert = true;
    form().setAttribute("aria-busy", "true");
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  const entry = form();
  if (!entry || !event.target.matches?.("[data-save]")) return;
  entry.inert = false;
  entry.removeAttribute("aria-busy");
});

// An answer that comes after something else was tapped or typed is out of date: the next one is on its way.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  const saving = requestConfig?.elt?.matches?.("[data-save]");
  if (saving || requestConfig?.elt?.matches?.("[data-propose]")) {
    if (xhr.status < 400) dropDraft(); // saved, or on its way as a correction, which has a draft of its own
  } else if (requestConfig?.elt?.closest?.("#eintrag") && xhr.changes !== changes) {
    event.detail.shouldSwap = false;
  }
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.requestConfig?.elt?.matches?.("[data-save]")) {
    renewKey();
    begun = event.detail.xhr.status >= 400 || event.detail.xhr.changes !== changes; // tapped as soon as it was there again
    if (!begun) for (const part of document.querySelectorAll("details.tuck")) part.open = false;
    (document.getElementById("fehlt") ?? document.getElementById("inzwischen"))?.focus({ preventScroll: true });
  } else if (!event.detail.requestConfig) {
    renewKey(); // what happened on another device appeared
  } else {
    keepDraft();
    const opened = event.detail.requestConfig?.elt;
    if (opened?.name === "open") document.querySelector(`#frage-${opened.value} :is(input:checked, input)`)?.focus();
  }
});

// What another device entered appears as long as nothing is begun here; to take it over lets go of what was begun.
document.addEventListener("news", (event) => {
  if (begun || form()?.inert) event.preventDefault();
  event.detail.waits = Boolean(form()?.inert);
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-take]")) dropDraft();
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

if (form()) {
  renewKey();
  const restored = restoreDraft();
  begun = restored;
  // htmx listens to the form only when the document is complete
  window.addEventListener("load", () => restored && form().dispatchEvent(new Event("typed")));
}
