import { useState, type ReactElement } from 'react';
import { Button } from '@mantine/core';

const MESSAGE_MS = 1_000;

/** Copies a text, and says for a moment whether that was possible. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): ReactElement {
  const [message, setMessage] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    setMessage((await copyText(text)) ? 'Copied' : 'Not possible here');
    setTimeout(setMessage, MESSAGE_MS, null);
  };
  return <Button onClick={() => void copy()}>{message ?? label}</Button>;
}

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
