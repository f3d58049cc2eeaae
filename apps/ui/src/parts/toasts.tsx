/** Short messages at the edge of the page, which disappear after some seconds. */
import type { ReactElement } from 'react';
import { storeOf } from './store.js';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  /** Takes the action back; offered as long as the message is shown. */
  readonly undo?: Undo | undefined;
}

/** Takes an action back; a returned text is shown. */
type Undo = () => Promise<string>;

const ANNOUNCED_MS = 4_000;
const REFUSED_MS = 9_000;
const UNDO_MS = 10_000;
/** Older messages are removed. */
const MOST = 4;

const toasts = storeOf<readonly Toast[]>([]);
let count = 0;

const forget = (id: number): void => {
  toasts.set(toasts.get().filter((each) => each.id !== id));
};

function show(text: string, isProblem: boolean, undo?: Undo): void {
  const id = ++count;
  toasts.set([...toasts.get(), { id, text, isProblem, undo }].slice(-MOST));
  const end = (): void => {
    forget(id);
  };
  if (undo) setTimeout(end, UNDO_MS);
  else setTimeout(end, isProblem ? REFUSED_MS : ANNOUNCED_MS);
}

/** Shows that an action was done, with a button that takes it back where it can be. */
export const announce = (text: string, undo?: Undo): void => {
  show(text, false, undo);
};

/** Shows a refusal. */
export const refused = (error: unknown): void => {
  show(error instanceof Error ? error.message : String(error), true);
};

export const Toasts = (): ReactElement => (
  <div className="toasts" role="status" aria-live="polite">
    {toasts.use().map(({ id, text, isProblem, undo }) => (
      <div key={id} className="toast" data-problem={isProblem}>
        {text}
        {undo && (
          <button
            type="button"
            className="toast-undo"
            onClick={() => {
              forget(id);
              undo().then(announce, refused);
            }}
          >
            Undo
          </button>
        )}
      </div>
    ))}
  </div>
);
