// What a reader can take from the page: its link, or a file.

/** Copies `text`; returns whether the browser let it. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // refused in some frames and over plain HTTP
  }
}

/** Copies `link` and says so in `output`; where the clipboard refuses, puts the link there in a field to be copied by hand. */
export async function copyLink(link, output) {
  if (await copied(link)) {
    output.textContent = 'Link copied.';
    return;
  }
  const field = document.createElement('input');
  field.readOnly = true;
  field.value = link;
  field.setAttribute('aria-label', 'Link to this run');
  output.replaceChildren('Copy this link: ', field);
  field.focus({ preventScroll: true });
  field.select();
}

/** Offers `text` as a file called `name`. */
export function offerFile(name, text, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
