// What is tapped or filled in while an answer is on its way stays: the answer does not know of it yet.

const FORM = "form.start";
const chosen = new Map(); // by what makes a field one of several of its name

// Radios of a name are one choice, boxes of a name are told apart by their value, everything else by its place.
const place = (field) => {
  const { form, name, type, value } = field;
  if (type === "radio") return name;
  if (type === "checkbox") return `${name} ${value}`;
  return `${name} ${[...form.elements].filter((one) => one.name === name).indexOf(field)}`;
};

document.addEventListener("htmx:beforeSend", ({ target }) => {
  if (target.closest?.(FORM)) chosen.clear();
});

// heard before htmx sends it or queues it
document.addEventListener(
  "change",
  ({ target }) => {
    const { id, form, type, value, checked } = target;
    if (!form?.matches(FORM) || id === "typed") return;
    chosen.set(place(target), { form: form.id, type, value, checked });
  },
  true,
);

document.addEventListener("htmx:afterSwap", () => {
  for (const [key, { form, type, value, checked }] of chosen) {
    const ticked = type === "radio" || type === "checkbox";
    const fields = document.getElementById(form)?.elements ?? [];
    const field = [...fields].find((one) => place(one) === key && (!ticked || one.value === value));
    if (field && ticked) field.checked = checked;
    else if (field) field.value = value;
  }
});
