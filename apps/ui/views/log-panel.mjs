import { follow } from '../lib/api.mjs';
import { h } from '../lib/dom.mjs';
import { clockText } from '../lib/time.mjs';

/** Lines in the page; older ones are in the plain log. */
const MAX_LINES = 5_000;
const FIRST_LINES = 2_000;
/** This close to the end counts as being there. */
const NEAR_END_PX = 40;

/** A run's log as it comes. It stays at the end while the reader is there, and stays put while they read above. */
export function logPanel(path, signal) {
  const lines = h('ol', { class: 'log-lines' });
  const state = h('span', { class: 'dim' }, 'Connecting…');
  const frame = h(
    'div',
    { class: 'log', tabIndex: 0, role: 'log', 'aria-label': 'Output', 'aria-live': 'off' },
    lines,
    h('p', { class: 'log-empty dim' }, 'No output yet.'),
  );
  const times = h('input', { type: 'checkbox', onchange: () => frame.classList.toggle('with-times', times.checked) });
  const write = buffered((batch) => {
    const atEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_END_PX;
    const several = batch.some(({ label }) => label !== (lines.dataset.label ??= label));
    if (several) frame.classList.add('with-labels');
    lines.append(...batch.map(lineOf));
    while (lines.childElementCount > MAX_LINES) lines.firstElementChild.remove();
    if (atEnd) frame.scrollTop = frame.scrollHeight;
  });
  void follow(
    `${path}/logs?tail=${FIRST_LINES}`,
    {
      event: (type, data) => {
        if (type === 'line') write(data);
        if (type !== 'end') return true;
        state.textContent = 'Complete';
        return false;
      },
      state: (connected) => {
        state.textContent = connected ? 'Live' : 'Reconnecting…';
      },
    },
    signal,
  );
  return h(
    'div',
    { class: 'log-panel' },
    h('div', { class: 'log-bar' }, state, h('label', { class: 'check' }, times, 'Times')),
    frame,
  );
}

/** Gathers what comes within a frame: a chatty run must not make the page slow. */
function buffered(flush) {
  let batch = [];
  return (item) => {
    batch.push(item);
    if (batch.length > 1) return;
    requestAnimationFrame(() => {
      const taken = batch;
      batch = [];
      flush(taken);
    });
  };
}

const lineOf = (line) =>
  h(
    'li',
    { class: line.stream },
    h('time', { dateTime: line.at }, `${clockText(line.at)} `),
    h('span', { class: 'label' }, `${line.label} `),
    line.text,
  );
