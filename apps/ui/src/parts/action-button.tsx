import { useState, type ReactElement } from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { announce, refused } from './toasts.js';

interface ActionButtonProps extends ButtonProps {
  /** The action; a returned text is shown as a message. */
  readonly act: () => Promise<unknown>;
}

/** A button whose action takes a moment, in which it cannot be pressed again; a refusal is shown. */
export function ActionButton({ act, ...button }: ActionButtonProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const message = await act();
      if (typeof message === 'string') announce(message);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  return <Button {...button} loading={busy} onClick={() => void start()} />;
}
