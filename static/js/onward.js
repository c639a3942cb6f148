// A table of a tournament asks whether its next round has begun: whoever plays there is led on, whoever organises is shown
// the way. Without this file the table's page leads there as soon as it is loaded again.

const PAUSE = 8000;
const strip = () => document.querySelector("[data-onward]");

async function ask() {
  const box = strip();
  if (!box || document.hidden) return;
  try {
    const answer = await fetch(box.dataset.onward, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (answer.ok) goOn(strip(), (await answer.json()).next);
  } catch {
    // no connection: asked again later
  }
}

function goOn(box, next) {
  if (!box || !next) return;
  if ("leads" in box.dataset) return location.replace(next);
  const link = box.querySelector("a[data-next]");
  if (!link) return;
  link.href = next;
  link.hidden = false;
}

// An older round's table that somebody looks at stays; one that a phone slept over is led on.
const [visit] = performance.getEntriesByType("navigation");
const older = strip() && "newer" in strip().dataset;
if (older && visit?.type === "reload") ask();
if (!older) {
  setInterval(ask, PAUSE);
  document.addEventListener("visibilitychange", ask);
}
