/** A dialog that asks before an action, shows a refusal, and stays open until the action has succeeded. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { refresh } from '../api/client.js';
import { closeDialog, currentDialog, opens, useFocusBack } from './dialog-outlet.js';
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
}

export function Dialog(props: DialogProps): ReactElement {
  const { title, children, confirm, danger = false, disabled = false, size = 'md', onConfirm } = props;
  useFocusBack();
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const [isFilled, setFilled] = useState(false);
  const act = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const own = currentDialog();
    try {
      const message = await onConfirm();
      if (message !== null) announce(message);
      // On the page that the action led to, another dialog may be open by now.
      if (currentDialog() === own) closeDialog();
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
    } finally {
      setBusy(false);
    }
  };
  return (
    // What was typed is not lost by a click beside the dialog.
    <Modal opened onClose={closeDialog} closeOnClickOutside={!isFilled} title={<strong>{title}</strong>} size={size}>
      <form
        onChange={() => {
          setFilled(true);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        <Stack gap="sm" className="dialog">
          {children}
          <ProblemAlert error={error} />
          <Group justify="flex-end" gap="xs">
            <Button onClick={closeDialog}>Cancel</Button>
            <Button
              type="submit"
              variant="filled"
              color={danger ? 'red.8' : undefined}
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

interface RemovalProps {
  /** The kind of object: `monitor`. */
  readonly noun: string;
  /** The id or name that people know. */
  readonly name: string;
  /** What else is deleted, or when the deletion is refused. */
  readonly children: ReactNode;
  readonly remove: () => Promise<unknown>;
}

/** Asks before an object is deleted, and explains the effect. The lists of `<noun>s` are read again afterwards. */
export const RemovalDialog = ({ noun, name, children, remove }: RemovalProps): ReactElement => (
  <Dialog
    title={`Delete the ${noun} ${name}?`}
    confirm="Delete"
    danger
    onConfirm={async () => {
      await remove();
      await refresh(`${noun}s`);
      return `The ${noun} is deleted.`;
    }}
  >
    {children}
  </Dialog>
);

export const DeleteButton = (props: RemovalProps): ReactElement => (
  <Button onClick={opens(<RemovalDialog {...props} children={<p>{props.children}</p>} />)}>Delete…</Button>
);
