// What is tapped or filled in while an answer is on its way stays: the answer does not know of it yet.

const FORM = "form.start";
const chosen = new Map();

document.addEventListener("htmx:beforeSend", ({ target }) => {
  if (target.closest?.(FORM)) chosen.clear();
});

// heard before htmx sends it or queues it
document.addEventListener(
  "change",
  ({ target }) => {
    const { id, form, name, type, value, checked } = target;
    if (form?.matches(FORM) && id !== "typed") chosen.set(name, { form: form.id, type, value, checked });
  },
  true,
);

document.addEventListener("htmx:afterSwap", () => {
  for (const [name, { form, type, value, checked }] of chosen) {
    const ticked = type === "radio" || type === "checkbox";
    const fields = document.getElementById(form)?.elements ?? [];
    const field = [...fields].find((one) => one.name === name && (!ticked || one.value === value));
    if (field && ticked) field.checked = checked;
    else if (field) field.value = value;
  }
});
