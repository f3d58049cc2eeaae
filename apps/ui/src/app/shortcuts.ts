/** Keys for the whole page, as the list of `?` names them. In a field, and while a dialog is open, they are what is typed. */

/** After `g`: the page that is opened. */
export const GOES: Readonly<Record<string, string>> = {
  o: '/',
  j: '/jobs',
  r: '/runs',
  i: '/incidents',
  e: '/errors',
  w: '/workers',
  c: '/calendars',
  m: '/monitors',
  u: '/rules',
  t: '/triggers',
  n: '/channels',
  a: '/audit',
  s: '/system',
};

const GO_WITHIN_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null;

/** The rows of the lists of the page, each with what opens it. */
const rowsOf = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main tr[data-id]')];
const opener = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>('td.main a') ?? row.querySelector('a');

function moveBy(step: 1 | -1): void {
  const rows = rowsOf().filter((row) => opener(row) !== null);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1)];
  if (next === undefined) return;
  opener(next)?.focus();
  next.scrollIntoView({ block: 'nearest' });
}

function toggleRow(): void {
  const row = rowsOf().find((each) => each.contains(document.activeElement));
  row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}

export interface ShortcutActions {
  readonly go: (place: string) => void;
  readonly search: () => void;
  readonly help: () => void;
}

/** Listens until the returned function is called. */
export function listenForShortcuts({ go, search, help }: ShortcutActions): () => void {
  let goneAt = -Infinity;
  const acts: Readonly<Record<string, () => void>> = {
    j: () => {
      moveBy(1);
    },
    k: () => {
      moveBy(-1);
    },
    x: toggleRow,
    '?': help,
    '/': search,
    g: () => {
      goneAt = performance.now();
    },
  };
  const onKey = (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'k' && isCommand) {
      event.preventDefault();
      search();
      return;
    }
    if (isCommand || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const place = performance.now() - goneAt < GO_WITHIN_MS ? GOES[event.key] : undefined;
    goneAt = -Infinity;
    const act =
      place === undefined
        ? acts[event.key]
        : () => {
            go(place);
          };
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', onKey);
  return () => {
    removeEventListener('keydown', onKey);
  };
}
