/** Short messages at the edge of the page, which disappear after some seconds. */
import type { ReactElement } from 'react';
import { storeOf } from './store.js';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
}

const ANNOUNCED_MS = 4_000;
const REFUSED_MS = 9_000;
/** Older messages are removed. */
const MOST = 4;

const toasts = storeOf<readonly Toast[]>([]);
let count = 0;

function show(text: string, isProblem: boolean): void {
  const id = ++count;
  toasts.set([...toasts.get(), { id, text, isProblem }].slice(-MOST));
  const forget = (): void => {
    toasts.set(toasts.get().filter((each) => each.id !== id));
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

export const Toasts = (): ReactElement => (
  <div className="toasts" role="status" aria-live="polite">
    {toasts.use().map(({ id, text, isProblem }) => (
      <div key={id} className="toast" data-problem={isProblem}>
        {text}
      </div>
    ))}
  </div>
);
