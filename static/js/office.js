// The office's grid: the sum while typing, Enter on to the next number, a table saved while the next one is typed.
// Without this file Enter saves the table and the page comes back at the next one.

const number = (text) => {
  const tidy = text.trim().replace(/[−–]/g, "-").replace(/^\+/, "");
  return /^-?\d+$/.test(tidy) ? Number(tidy) : null;
};

const cells = (form) => [...form.querySelectorAll("input.num")];

function sum(form) {
  const numbers = cells(form).map((input) => number(input.value));
  const output = form.querySelector("output");
  const filled = numbers.filter((each) => each !== null);
  const total = filled.reduce((one, other) => one + other, 0);
  output.textContent = filled.length ? `Σ ${total < 0 ? "−" : ""}${Math.abs(total)}` : "";
  output.classList.toggle("odd", "zero" in form.dataset && filled.length === numbers.length && total !== 0);
}

function isOdd(form) {
  const numbers = cells(form).map((input) => number(input.value));
  const wrong = numbers.includes(null) || ("zero" in form.dataset && numbers.reduce((one, other) => one + other, 0) !== 0);
  return wrong && !form.elements.odd?.checked;
}

function next(input, by) {
  const all = [...document.querySelectorAll(".gridtable input.num")].filter((each) => each.getClientRects().length); // not in a closed fold
  const found = all[all.indexOf(input) + by];
  found?.focus();
  found?.select();
}

document.addEventListener("input", (event) => {
  const form = event.target.closest(".gridtable");
  if (!form || !event.target.matches("input.num")) return;
  form.classList.remove("saved");
  sum(form);
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.(".gridtable input.num")) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    next(input, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter") {
    event.preventDefault();
    const form = input.form;
    const own = cells(form);
    const sends = input === own.at(-1) && own.every((each) => each.value.trim());
    if (!sends || !isOdd(form)) next(input, 1); // what will be refused is not left
    if (sends) form.requestSubmit(form.querySelector("button.btn"));
  }
});

// What was refused is gone back to, unless somebody types at the next table already.
document.addEventListener("htmx:afterSwap", (event) => {
  const { xhr, target } = event.detail;
  const form = document.getElementById(target.id);
  if (xhr.status !== 422 || !form?.matches(".gridtable")) return;
  const typing = document.activeElement;
  if (typing?.matches(".gridtable input.num") && typing.value !== typing.defaultValue) return;
  const wrong = form.querySelector("input.num[aria-invalid=true]") ?? cells(form)[0]; // a number is put right, not waved through
  wrong?.focus();
  wrong?.select();
  form.scrollIntoView({ block: "nearest" });
});

// Taking back is a form of its own page: it is sent as a whole.
document.addEventListener("htmx:confirm", (event) => {
  const pressed = event.detail.triggeringEvent?.submitter;
  if (!pressed?.matches("[data-plain]")) return;
  event.preventDefault();
  const form = pressed.form;
  form.action = pressed.formAction;
  form.submit();
});
