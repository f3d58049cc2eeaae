/** A dialog that asks before an action, shows a refusal, and stays open until the action has succeeded. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { ProblemAlert } from './page.js';
import { announce } from './toasts.js';

interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly size?: string;
  /** The action; a returned text is shown as a message. */
  readonly onConfirm: () => Promise<string | null>;
  readonly onClose: () => void;
}

export function Dialog(asked: DialogProps): ReactElement {
  const { title, children, confirm, danger = false, disabled = false, size = 'md', onConfirm, onClose } = asked;
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const act = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const says = await onConfirm();
      if (says !== null) announce(says);
      onClose();
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        <Stack gap="sm">
          {children}
          <ProblemAlert error={error} />
          <Group justify="flex-end" gap="xs">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              variant="filled"
              {...(danger && { color: 'red.8' })}
              loading={busy}
              disabled={disabled}
              data-autofocus
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Opens one of several dialogs: `open(render)` shows the result of `render`, which receives the function that closes it. */
export function useDialog(): { shown: ReactNode; open: (render: (close: () => void) => ReactNode) => void } {
  const [render, setRender] = useState<((close: () => void) => ReactNode) | null>(null);
  const close = (): void => {
    setRender(null);
  };
  return {
    shown: render === null ? null : render(close),
    open: (next) => {
      setRender(() => next);
    },
  };
}
