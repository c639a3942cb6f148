// The entrance. Without this file a code is typed and a password stays dots.

// A scanned link bears its secret behind the #, which no browser sends: it is posted, and taken out of the address bar.
const card = document.getElementById("karte");
document.getElementById("without-scripts")?.remove();
function takeIn() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!card || !token) return;
  history.replaceState(null, "", location.pathname);
  card.elements.token.value = token;
  card.hidden = false;
  document.getElementById("ways-in").hidden = true;
  card.submit();
}
takeIn();
window.addEventListener("hashchange", takeIn); // another code scanned while this page was open
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

for (const box of document.querySelectorAll("[data-shows]")) {
  box.closest("[hidden]").hidden = false;
  const show = () => {
    document.getElementById(box.dataset.shows).type = box.checked ? "text" : "password";
  };
  box.addEventListener("change", show);
  box.form.addEventListener("submit", () => {
    box.checked = false; // a browser keeps passwords, and remembers what stands in plain text fields
    show();
  });
}

// A table at which nothing was begun yet: asked after, until it leads on.
const waits = document.querySelector("[data-waits]");
if (waits) {
  setInterval(async () => {
    const answer = await fetch(location.href).catch(() => null);
    if (answer?.redirected) location.replace(answer.url);
  }, 1000 * Number(waits.dataset.waits));
}
