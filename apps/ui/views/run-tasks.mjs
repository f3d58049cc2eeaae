/** What a run of several indexes is made of: its tasks with their counters, and each index by pages. */
import { get, patch } from '../lib/api.mjs';
import { askIn, busyButton, fill, h, table, tableRow, toast } from '../lib/dom.mjs';
import { moreButton } from '../lib/pages.mjs';

const TONES = {
  pending: 'wait',
  running: 'run',
  terminating: 'warn',
  backoff: 'warn',
  succeeded: 'good',
  failed: 'bad',
};
const STATES = Object.keys(TONES);
const PAGE = 100;
/** A text of very many ranges says no more than its beginning and its length. */
const MAX_SHOWN = 80;

export const isParallel = ({ tasks }) => tasks.length > 1 || tasks.some(({ indexes }) => indexes !== 1);

const shortened = (text) =>
  text.length <= MAX_SHOWN ? text || '–' : h('span', { title: text.slice(0, 2_000) }, `${text.slice(0, MAX_SHOWN)}…`);

const number = (title, of) => ({ title, class: 'number', cell: (task) => String(of(task)) });

export const taskTable = (run) =>
  table(
    [
      { title: 'Task', class: 'mono', cell: ({ name }) => name },
      number('Indexes', ({ indexes }) => indexes),
      number('Pending', ({ pending }) => pending),
      number('Running', ({ running }) => running),
      number('Ending', ({ terminating }) => terminating),
      number('Succeeded', ({ succeeded }) => succeeded),
      number('Failed', ({ failed }) => failed),
      { title: 'Which succeeded', class: 'mono', cell: ({ completedIndexes }) => shortened(completedIndexes) },
      { title: 'Which failed', class: 'mono', cell: ({ failedIndexes }) => shortened(failedIndexes) },
    ],
    run.tasks,
    { caption: 'Tasks' },
  );

const meaningOf = ({ key, matrix }) =>
  key ??
  (matrix
    ? Object.entries(matrix)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')
    : '–');

const COLUMNS = [
  { title: 'Index', class: 'mono', cell: ({ task, index }) => `${task}/${index}` },
  { title: 'Is', cell: meaningOf },
  { title: 'State', cell: ({ state }) => h('span', { class: `badge ${TONES[state]}` }, state) },
  { title: 'Attempts', class: 'number', cell: ({ attempts }) => String(attempts) },
];

/** The list of indexes, in the state that is chosen; `show` reads its first page anew where the tasks say that it has changed. */
export function indexList(path, signal) {
  const holder = h('div', {});
  const choice = h(
    'select',
    { 'aria-label': 'State', onchange: () => void reload() },
    h('option', { value: '' }, 'All states'),
    STATES.map((state) => h('option', { value: state }, state)),
  );
  const pathOf = (cursor) =>
    `${path}/indexes?limit=${PAGE}${choice.value && `&state=${choice.value}`}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
  const reload = async () => {
    const { items, nextCursor } = await get(pathOf(''), signal);
    const list = table(COLUMNS, items, { empty: 'None.', caption: 'Indexes' });
    const more = moreButton(pathOf, nextCursor, (next) =>
      list.querySelector('tbody').append(...next.map((each) => tableRow(COLUMNS, each))),
    );
    fill(holder, list, more);
  };
  let shown = null;
  const show = async (tasks) => {
    const counters = JSON.stringify(tasks);
    if (counters === shown) return;
    shown = counters;
    await reload();
  };
  return { element: h('div', { class: 'stack' }, h('label', {}, 'Show ', choice), holder), show };
}

/** How many attempts may be live at once, while the run is under way. */
export const boundButton = (run, path, load) =>
  busyButton('Bound', async () => {
    const answer = await askIn({
      title: 'How many attempts may be live at once?',
      body: [h('label', {}, 'Empty: no limit; 0: pause', h('input', { name: 'maxActive', type: 'number', min: 0 }))],
      confirm: 'Change',
    });
    if (!answer) return;
    const maxActive = answer.maxActive === '' ? null : Number(answer.maxActive);
    const [first] = run.tasks;
    const isPlain = run.tasks.length === 1 && first.name === 'main';
    const tasks = run.tasks.map(({ name }) => ({ name, maxActive }));
    await patch(path, isPlain ? { parallelism: { maxActive } } : { tasks });
    toast('The run is told.');
    await load();
  });
