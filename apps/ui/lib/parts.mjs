/** Pieces that several pages show. */
import { h } from './dom.mjs';
import { lasting, when } from './time.mjs';

const TONES = {
  QUEUED: 'wait',
  RUNNING: 'run',
  FINISHED: 'good',
  FAILED: 'bad',
  ABORTED: 'off',
  SKIPPED: 'off',
  MISSED: 'warn',
};

/** A run's state in colour and words; the phase where it says more. */
export function stateBadge(run) {
  const says = run.state === 'FINISHED' ? 'Completed' : run.phase;
  return h('span', { class: `badge ${TONES[run.state] ?? 'off'}` }, says);
}

export function jobState(job) {
  if (job.paused) return h('span', { class: 'badge warn', title: job.paused.note ?? '' }, 'Paused');
  if (!job.enabled) return h('span', { class: 'badge off' }, 'Disabled');
  if (job.status.activeRuns > 0) return h('span', { class: 'badge run' }, `${job.status.activeRuns} active`);
  return h('span', { class: 'badge good' }, 'On');
}

/** A job's rule in one line. */
export function scheduleText(job) {
  const { cron = job.cron, every, at, timezone } = job.schedule ?? {};
  if (cron) return `${[cron].flat().join(' · ')}${timezone ? ` (${timezone})` : ''}`;
  if (every) return `every ${every} s`;
  if (at) return `once, ${at}`;
  return 'by hand';
}

export const jobLink = (id, name) => h('a', { href: `#/jobs/${encodeURIComponent(id)}` }, name);
export const runLink = (run, text = run.id) =>
  h('a', { href: `#/runs/${encodeURIComponent(run.id)}`, class: 'mono', title: run.id }, text);

/** The end of a long id is what tells it from others. */
export const shortId = (id) => (id.length > 14 ? `…${id.slice(-12)}` : id);

export const runColumns = (withJob) => [
  { title: 'State', cell: stateBadge },
  ...(withJob ? [{ title: 'Job', cell: (run) => jobLink(run.job, run.jobName) }] : []),
  { title: 'Run', cell: (run) => runLink(run, shortId(run.id)) },
  { title: 'Started by', cell: (run) => (run.trigger === 'schedule' ? 'schedule' : (run.requestedBy ?? run.trigger)) },
  { title: 'Recorded', cell: (run) => when(run.createdAt) },
  { title: 'Took', cell: (run) => lasting(run.started, run.finished) },
  {
    title: 'Exit',
    class: 'number',
    cell: (run) => (run.exitCode === null ? h('span', { class: 'dim' }, '–') : run.exitCode),
  },
];

/** Terms and their values, side by side. */
export const facts = (entries) =>
  h(
    'dl',
    { class: 'facts' },
    entries.filter(Boolean).map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value ?? '–'))),
  );

export const jsonText = (value) => JSON.stringify(value, null, 2);

/** JSON from a text field; throws an error that says where it went wrong. */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error.message}`, { cause: error });
  }
}

export const problemList = (error) =>
  h(
    'div',
    { class: 'problem', role: 'alert' },
    h('strong', {}, error.message),
    error.errors?.length
      ? h(
          'ul',
          {},
          error.errors.map(({ path, message }) =>
            h('li', {}, path ? h('code', {}, path) : null, path ? ' ' : '', message),
          ),
        )
      : null,
  );
