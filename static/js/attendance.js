// Who is there, tap by tap. What the server has not taken is never shown as saved, and what other devices tick appears;
// a tap of one's own that is still on its way is never lost. Without this file the form is saved as a whole.

const onTheirWay = new Map();

const boxOf = (element) => element.closest?.("#anwesend input[type=checkbox]");

document.addEventListener(
  "change",
  (event) => {
    const box = boxOf(event.target);
    if (box) onTheirWay.set(box, (onTheirWay.get(box) ?? 0) + 1);
  },
  true,
);

// Whatever is refused (the course is over, say) stands where the page was.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!boxOf(event.detail.requestConfig.elt) || event.detail.xhr.status < 400) return;
  Object.assign(event.detail, { target: document.getElementById("main"), selectOverride: "#main", swapOverride: "outerHTML" });
});

document.addEventListener("htmx:afterRequest", (event) => {
  const box = boxOf(event.target);
  if (!box) return;
  onTheirWay.set(box, onTheirWay.get(box) - 1);
  if (event.detail.xhr.status >= 200 && event.detail.xhr.status < 300) learn();
  for (const each of document.querySelectorAll("#anwesend input[type=checkbox]")) {
    if (!onTheirWay.get(each)) each.checked = each.defaultChecked;
  }
});

// What others ticked appears as soon as no tap of one's own is on its way.
document.addEventListener("news", (event) => {
  const busy = [...document.querySelectorAll("#anwesend input[type=checkbox]")].some((each) => onTheirWay.get(each));
  if (busy) event.preventDefault();
  event.detail.waits = busy;
});

function learn() {
  const there = new Set(document.getElementById("gezaehlt").dataset.there.split(" "));
  for (const each of document.querySelectorAll("#anwesend input[type=checkbox]")) each.defaultChecked = there.has(each.value);
}
