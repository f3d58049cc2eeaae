import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { announce, refused } from './toasts.js';

interface ActionButtonProps {
  /** The action; a returned text is shown as a message. */
  readonly act: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** A button whose action takes a moment, in which it cannot be pressed again; a refusal is shown. */
export function ActionButton({ act, children }: ActionButtonProps): ReactElement {
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
  return (
    <Button loading={busy} onClick={() => void start()}>
      {children}
    </Button>
  );
}
