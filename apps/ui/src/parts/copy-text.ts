/**
 * Copies a text; false if the browser does not allow that. It offers its clipboard only to pages that are loaded over TLS or from this
 * machine; the others copy what is selected.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  // Beside what has the focus, so that a dialog does not take the focus back.
  (document.activeElement ?? document.body).after(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without TLS
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
