// Looking for a name in a list of ticks or choices: which rows are meant the server says, here they are hidden or shown, and no
// tick or choice is touched. Without this file the button does the same.

const PAUSE = 250;
let timer;
let asked = 0;

async function look(form) {
  const mine = (asked += 1);
  try {
    const answer = await fetch(`${form.action}?${new URLSearchParams(new FormData(form))}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asked || !page.querySelector(form.dataset.hides)) return;
    for (const row of document.querySelectorAll(`${form.dataset.hides} [id]`)) row.hidden = Boolean(page.getElementById(row.id)?.hidden);
  } catch {
    // no connection: the list stays as it is
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-hides]");
  clearTimeout(timer);
  if (form) timer = setTimeout(look, PAUSE, form);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-hides]")) return;
  event.preventDefault();
  clearTimeout(timer);
  look(event.target);
});
