// A table of a tournament learns that its next round has begun (news.js): whoever plays there is led on, whoever organises is
// shown the way. Without this file the table's page leads there as soon as it is loaded again.

const strip = () => document.querySelector("[data-onward]");

async function ask() {
  try {
    const answer = await fetch(strip().dataset.onward, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (answer.ok) goOn((await answer.json()).next);
  } catch {
    // no connection: the page says where it goes on
  }
}

function goOn(next) {
  const box = strip();
  if (!box || !next) return false;
  if ("leads" in box.dataset) {
    location.replace(next);
    return true;
  }
  const link = box.querySelector("a[data-next]");
  if (link) Object.assign(link, { href: next, hidden: false });
  return false;
}

document.addEventListener("news", (event) => {
  if (isOlder || !goOn(event.detail.next)) return;
  event.preventDefault();
  event.detail.waits = true;
});

// Of two things that happened at once the page may show both before it is told of the second.
document.addEventListener("htmx:afterSettle", () => {
  if (!isOlder && strip() && "newer" in strip().dataset) ask();
});

// An older round's table that somebody looks at stays; one that a phone slept over is led on.
const [visit] = performance.getEntriesByType("navigation");
const isOlder = Boolean(strip() && "newer" in strip().dataset);
if (isOlder && visit?.type === "reload") ask();
