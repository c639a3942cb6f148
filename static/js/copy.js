// Copies the address beside a button. In a room's network pages are not "secure", so the modern way may be missing.

async function copy(field) {
  field.focus();
  field.select();
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(field.value);
    return true;
  }
  return document.execCommand("copy");
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = button.parentElement?.querySelector("input");
  if (!field) continue;
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    let copied = false;
    try {
      copied = await copy(field);
    } catch {
      copied = document.execCommand("copy");
    }
    if (copied) button.textContent = button.dataset.copied;
  });
}
