import { get, post, remove } from '../lib/api.mjs';
import { askIn, busyButton, fill, h, table, toast } from '../lib/dom.mjs';
import { onRun } from '../lib/live.mjs';
import { facts, jobLink, shortId, stateBadge } from '../lib/parts.mjs';
import { clockText, exactText, lasting, when } from '../lib/time.mjs';
import { logPanel } from './log-panel.mjs';
import { boundButton, indexList, isParallel, taskTable } from './run-tasks.mjs';

const REFRESH_DELAY_MS = 150;
/** A run that changes all the time is read no more often than this. */
const REFRESH_PAUSE_MS = 1_000;
const isFinal = (run) => run.state !== 'QUEUED' && run.state !== 'RUNNING';

export async function runPage({ args: [id], signal }) {
  const path = `runs/${encodeURIComponent(id)}`;
  const head = h('div', { class: 'stack' });
  const tasks = h('div', {});
  const indexes = indexList(path, signal);
  const parts = h('section', { hidden: true }, h('h2', {}, 'Tasks and indexes'), tasks, indexes.element);
  const attempts = h('div', {});
  const events = h('div', {});
  const load = async () => {
    const [run, tried, changes] = await Promise.all([
      get(path, signal),
      get(`${path}/attempts?limit=200`, signal),
      get(`${path}/events?limit=200`, signal),
    ]);
    fill(head, header(run, path, load));
    parts.hidden = !isParallel(run);
    if (!parts.hidden) {
      fill(tasks, taskTable(run));
      await indexes.show(run.tasks);
    }
    fill(attempts, attemptTable(tried.items));
    fill(events, eventTable(changes.items));
    return run;
  };
  const run = await load();
  refreshOnChange(id, load, signal);
  return [
    h('p', { class: 'crumbs' }, h('a', { href: '#/runs' }, 'Runs'), ' / ', jobLink(run.job, run.jobName)),
    head,
    parts,
    h('section', {}, h('h2', {}, 'Log'), logPanel(path, signal)),
    h('section', {}, h('h2', {}, 'Attempts'), attempts),
    h('section', {}, h('h2', {}, 'What happened'), events),
  ];
}

/** A run that has just been asked for may change several times in a moment: it is read once after them. */
function refreshOnChange(id, load, signal) {
  let planned = false;
  let readAt = 0;
  onRun((changed) => {
    if (changed.id !== id || planned) return;
    planned = true;
    const read = () => {
      planned = false;
      readAt = Date.now();
      void load().catch(() => undefined);
    };
    setTimeout(read, Math.max(REFRESH_DELAY_MS, readAt + REFRESH_PAUSE_MS - Date.now()));
  }, signal);
}

function header(run, path, load) {
  return [
    h(
      'div',
      { class: 'title-row' },
      h('h1', {}, run.jobName, ' ', h('span', { class: 'mono dim', title: run.id }, shortId(run.id))),
      stateBadge(run),
      actions(run, path, load),
    ),
    run.reason
      ? h(
          'p',
          { class: run.state === 'FAILED' ? 'notice bad' : 'dim' },
          h('strong', {}, run.reason),
          run.message ? ` – ${run.message}` : '',
        )
      : null,
    h(
      'section',
      { class: 'card' },
      facts([
        ['Started by', run.trigger === 'schedule' ? 'its schedule' : (run.requestedBy ?? run.trigger)],
        run.scheduledFor ? ['Slot', exactText(run.scheduledFor)] : null,
        ['Recorded', when(run.createdAt)],
        ['Started', when(run.started)],
        ['Finished', when(run.finished)],
        ['Took', lasting(run.started, run.finished)],
        ['Exit code', run.exitCode === null ? '–' : String(run.exitCode)],
        ['Worker', `${run.worker} (${run.engine})`],
        ['Job version', String(run.jobVersion)],
        ['Tenant', run.tenant],
      ]),
    ),
  ];
}

function actions(run, path, load) {
  const command = (name, label, title) =>
    busyButton(label, async () => {
      const reason = h('input', { name: 'reason', maxLength: 1000 });
      const answer = await askIn({
        title,
        body: [h('label', {}, 'Why (optional)', reason)],
        confirm: label,
        danger: name !== 'resume',
      });
      if (!answer) return;
      await post(`${path}/commands`, { command: name, ...(answer.reason ? { reason: answer.reason } : {}) });
      toast('The command is on its way.');
      await load();
    });
  const again = async (onlyFailed) => {
    const { run } = await post(`${path}/rerun`, { onlyFailed });
    toast('The new run is on its way.');
    location.hash = `#/runs/${encodeURIComponent(run.id)}`;
  };
  const forget = async () => {
    const sure = await askIn({ title: 'Delete this run and its log?', confirm: 'Delete', danger: true });
    if (!sure) return;
    await remove(path);
    location.hash = '#/runs';
  };
  return h(
    'div',
    { class: 'actions' },
    isFinal(run)
      ? [
          busyButton('Run again', () => again(false), { class: 'primary' }),
          isParallel(run) && run.totals.succeeded > 0 && run.phase !== 'Completed'
            ? busyButton('Run what has not succeeded', () => again(true))
            : null,
          run.phase === 'Aborted' ? command('resume', 'Resume', 'Resume this run?') : null,
          busyButton('Delete', forget, { class: 'quiet danger-text' }),
        ]
      : [
          isParallel(run) ? boundButton(run, path, load) : null,
          command('abort', 'Abort', 'Abort this run? It can be resumed.'),
          command('terminate', 'Terminate', 'Terminate this run?'),
          command('kill', 'Kill', 'Kill this run without grace?'),
        ],
  );
}

const TONES = { pending: 'wait', running: 'run', terminating: 'warn', succeeded: 'good', failed: 'bad' };

/** Where an attempt is: its node, and the name of its pod, as `kubectl` takes it. */
const whereOf = ({ node, pod }) => (node || pod ? [node, podText({ pod }, node ? ' ' : '')] : '–');
const podText = ({ pod }, before) => (pod ? [before, h('code', {}, pod)] : null);

const attemptTable = (items) =>
  table(
    [
      { title: 'Attempt', class: 'mono', cell: (each) => `${each.task}/${each.index}.${each.attempt}` },
      { title: 'State', cell: (each) => h('span', { class: `badge ${TONES[each.state]}` }, each.result ?? each.state) },
      { title: 'Started', cell: (each) => when(each.started) },
      { title: 'Took', cell: (each) => lasting(each.started, each.finished) },
      { title: 'Exit', class: 'number', cell: (each) => each.exitCode ?? '–' },
      { title: 'Reason', cell: (each) => [each.reason, each.message].filter(Boolean).join(' – ') || '–' },
      { title: 'Where', cell: whereOf },
      {
        title: 'Log',
        cell: (each) =>
          each.logComplete === false ? `incomplete: ${each.logReason ?? ''}` : each.logComplete ? 'complete' : '–',
      },
    ],
    items,
    { empty: 'None yet.', caption: 'Attempts' },
  );

const eventTable = (items) =>
  table(
    [
      {
        title: 'At',
        class: 'mono',
        cell: (each) => h('time', { dateTime: each.at, title: exactText(each.at) }, clockText(each.at)),
      },
      { title: 'Phase', cell: (each) => each.phase },
      { title: 'Reason', cell: (each) => each.reason },
      {
        title: 'Message',
        cell: (each) => [each.message || (each.pod ? null : '–'), podText(each, each.message ? ' ' : '')],
      },
      { title: 'By', cell: (each) => each.actor },
    ],
    items,
    { empty: 'Nothing yet.', caption: 'Transitions, oldest first' },
  );
