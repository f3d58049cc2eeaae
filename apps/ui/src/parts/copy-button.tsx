import { useState, type ReactElement } from 'react';
import { Button } from '@mantine/core';

const MESSAGE_MS = 1_000;

interface CopyProps {
  /** A function may throw: then there is nothing to copy. */
  readonly text: string | (() => string);
  readonly label?: string;
}

/** Copies a text, and says for a moment whether that was possible. */
export function CopyButton({ text, label = 'Copy' }: CopyProps): ReactElement {
  const [message, setMessage] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    setMessage(await outcomeOf(text));
    setTimeout(setMessage, MESSAGE_MS, null);
  };
  return <Button onClick={() => void copy()}>{message ?? label}</Button>;
}

async function outcomeOf(text: CopyProps['text']): Promise<string> {
  let content: string;
  try {
    content = typeof text === 'string' ? text : text();
  } catch {
    return 'Not valid';
  }
  return (await copyText(content)) ? 'Copied' : 'Not possible here';
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
