/** The feed of runs, shared by the page: one connection however many parts listen. */
import { follow } from './api.mjs';
import { byId } from './dom.mjs';

const listeners = new Set();
/** Pages that hold what somebody is writing; all others are shown anew when too much has changed to be told. */
const WRITING = /\/(new|edit)$/;
let stopping = null;

/** Calls back with each run as it changes, until `signal` is aborted. */
export function onRun(listener, signal) {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

export function startLive() {
  stopLive();
  stopping = new AbortController();
  void follow(
    'events',
    {
      event: (type, data) => {
        if (type === 'gap' && !WRITING.test(location.hash)) dispatchEvent(new Event('hashchange'));
        if (type === 'run') for (const listener of listeners) listener({ requestedBy: null, ...data });
      },
      state: (connected) => {
        const state = byId('link-state');
        state.className = `link-state ${connected ? 'on' : 'off'}`;
        state.textContent = connected ? 'Live' : 'Reconnecting…';
      },
    },
    stopping.signal,
  );
}

export function stopLive() {
  stopping?.abort();
  stopping = null;
}

/** Keeps a table of runs up to date: known rows change, new ones come on top, as long as `wants` says so. */
export function keepRunsFresh({ body, row, wants, max }, signal) {
  onRun((run) => {
    if (!wants(run)) return;
    const known = [...body.rows].find((each) => each.dataset.id === run.id);
    const fresh = row(run);
    if (known) known.replaceWith(fresh);
    else body.prepend(fresh);
    while (body.rows.length > max) body.lastElementChild.remove();
  }, signal);
}
