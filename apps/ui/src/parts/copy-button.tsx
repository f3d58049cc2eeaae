import { useState, type ReactElement } from 'react';
import { Button } from '@mantine/core';
import { copyText } from './copy-text.js';

const SHOWN_MS = 1_000;

/** Copies a text, and says for a moment whether that was possible. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): ReactElement {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text)) ? 'Copied' : 'Not possible here');
    setTimeout(setSaid, SHOWN_MS, null);
  };
  return <Button onClick={() => void copy()}>{said ?? label}</Button>;
}
