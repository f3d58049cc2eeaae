/** Short messages at the edge of the page, which disappear after some seconds. */
import { useSyncExternalStore, type ReactElement } from 'react';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
}

const ANNOUNCED_MS = 4_000;
const REFUSED_MS = 9_000;
/** Older messages are removed. */
const MOST = 4;

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(text: string, isProblem: boolean): void {
  const id = ++count;
  change([...toasts, { id, text, isProblem }].slice(-MOST));
  const forget = (): void => {
    change(toasts.filter((each) => each.id !== id));
  };
  setTimeout(forget, isProblem ? REFUSED_MS : ANNOUNCED_MS);
}

/** Shows that an action was done. */
export const announce = (text: string): void => {
  show(text, false);
};

/** Shows a refusal. */
export const refused = (error: unknown): void => {
  show(error instanceof Error ? error.message : String(error), true);
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function Toasts(): ReactElement {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isProblem }) => (
        <div key={id} className="toast" data-problem={isProblem}>
          {text}
        </div>
      ))}
    </div>
  );
}
