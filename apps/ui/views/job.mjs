import { get, getOrNull, post, put, remove } from '../lib/api.mjs';
import { askIn, busyButton, fill, h, table, toast } from '../lib/dom.mjs';
import { facts, jobState, jsonText, parseJson, problemList, scheduleText } from '../lib/parts.mjs';
import { exactText, when } from '../lib/time.mjs';
import { optionInputs } from './run-options.mjs';
import { runTable } from './runs.mjs';

const SLOTS_SHOWN = 5;

export async function jobPage({ args: [id], signal }) {
  const path = `jobs/${encodeURIComponent(id)}`;
  const [job, slots, storage] = await Promise.all([
    get(path, signal),
    get(`${path}/slots?count=${SLOTS_SHOWN}`, signal),
    getOrNull(`${path}/storage`, signal),
  ]);
  const again = () => dispatchEvent(new HashChangeEvent('hashchange'));
  const runs = await runTable(new URLSearchParams({ job: id, limit: '20' }), signal, { withJob: false });
  return [
    h('p', { class: 'crumbs' }, h('a', { href: '#/jobs' }, 'Jobs'), ' / ', job.tenant),
    h('div', { class: 'title-row' }, h('h1', {}, job.name), jobState(job), actions(job, path, again)),
    job.paused
      ? h(
          'p',
          { class: 'notice' },
          `Paused by ${job.paused.by} `,
          when(job.paused.at),
          job.paused.note ? `: ${job.paused.note}` : '.',
        )
      : null,
    h('div', { class: 'columns' }, overview(job), upcoming(job, slots.slots)),
    h('section', {}, h('h2', {}, 'Runs'), runs),
    storagePart(path, storage, again),
    configuration(job),
    h('section', {}, h('h2', {}, 'Versions'), await versions(job, path, again, signal)),
  ];
}

function actions(job, path, again) {
  const start = async (body) => {
    const { run } = await post(`${path}/run`, body);
    toast('The run is on its way.');
    location.hash = `#/runs/${encodeURIComponent(run.id)}`;
  };
  const withParameters = async () => {
    const options = optionInputs(job.options ?? []);
    const field = h(
      'textarea',
      { name: 'parameters', rows: 8, spellcheck: false, class: 'mono' },
      jsonText(job.parameters),
    );
    const answer = await askIn({
      title: job.options?.length ? 'Run with other values' : 'Run with other parameters',
      body: [options.element, h('label', {}, 'Parameters of this run, as JSON', field)],
      confirm: 'Run',
    });
    if (!answer) return;
    const given = options.read();
    // Nothing at all is not JSON, but says plainly enough that the run is to have the job's own.
    const parameters = answer.parameters.trim() === '' ? {} : { parameters: parseJson(answer.parameters) };
    await start({ ...parameters, ...(Object.keys(given).length > 0 && { options: given }) });
  };
  const pause = async () => {
    const note = h('input', { name: 'note', maxLength: 1000 });
    const answer = await askIn({
      title: 'Pause the job',
      body: [h('label', {}, 'Why (optional)', note)],
      confirm: 'Pause',
    });
    if (!answer) return;
    await post(`${path}/pause`, answer.note ? { note: answer.note } : {});
    again();
  };
  const resume = async () => {
    await post(`${path}/resume`);
    again();
  };
  const leave = async () => {
    const sure = await askIn({
      title: `Delete “${job.name}”?`,
      body: [h('p', {}, 'Its schedule ends at once. Its runs stay until retention takes them.')],
      confirm: 'Delete',
      danger: true,
    });
    if (!sure) return;
    await remove(path);
    toast('The job is deleted.');
    location.hash = '#/jobs';
  };
  return h(
    'div',
    { class: 'actions' },
    busyButton('Run now', () => (needsValues(job) ? withParameters() : start({})), { class: 'primary' }),
    busyButton('Run with…', withParameters),
    job.paused ? busyButton('Resume', resume) : busyButton('Pause', pause),
    h('a', { class: 'button', href: `#/${path}/edit` }, 'Edit'),
    busyButton('Delete', leave, { class: 'quiet danger-text' }),
  );
}

/** Without them a run would be refused. */
const needsValues = ({ options = [] }) =>
  options.some(({ required, default: preset }) => required === true && preset === undefined);

const overview = (job) =>
  h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Job'),
    facts([
      ['Schedule', h('span', { class: 'mono' }, scheduleText(job))],
      ['Worker', job.worker],
      ['Concurrency', job.concurrency?.policy ?? 'Allow'],
      ['Attempts', String(job.maxAttempts ?? 1)],
      ['Last slot', when(job.status.lastSlot)],
      ['Last success', when(job.status.lastSuccessFinish, 'none yet')],
      ['Active runs', `${job.status.activeRuns}${job.status.queuedRuns ? ` and ${job.status.queuedRuns} queued` : ''}`],
      ['Id', h('code', {}, job.id)],
    ]),
  );

const upcoming = (job, slots) =>
  h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Next slots'),
    slots.length === 0
      ? h('p', { class: 'dim' }, 'None: the job is started by hand.')
      : h(
          'ol',
          { class: job.status.nextSlot ? 'slots' : 'slots dim' },
          slots.map((slot) =>
            h(
              'li',
              {},
              exactText(slot.nominal),
              ' ',
              slot.flags.map((flag) => h('span', { class: 'badge warn' }, flag)),
            ),
          ),
        ),
    slots.length > 0 && !job.status.nextSlot
      ? h('p', { class: 'dim' }, 'They do not fire while the job is off.')
      : null,
  );

function storagePart(path, value, again) {
  const problems = h('div', {});
  const field = h('textarea', { rows: 6, spellcheck: false, class: 'mono', 'aria-label': 'Job storage as JSON' });
  field.value = value === null ? '' : jsonText(value);
  const save = async () => {
    fill(problems);
    try {
      await put(`${path}/storage`, parseJson(field.value));
      toast('Saved. The next run is given it.');
    } catch (error) {
      fill(problems, problemList(error));
    }
  };
  const clear = async () => {
    await remove(`${path}/storage`);
    again();
  };
  return h(
    'section',
    {},
    h(
      'details',
      { open: value !== null },
      h('summary', {}, h('h2', {}, 'Storage')),
      h('p', { class: 'dim' }, 'What the last run saved, and the next one is given.'),
      field,
      problems,
      h(
        'div',
        { class: 'actions' },
        busyButton('Save', save),
        value === null ? null : busyButton('Clear', clear, { class: 'quiet' }),
      ),
    ),
  );
}

const configuration = (job) =>
  h(
    'section',
    {},
    h('details', {}, h('summary', {}, h('h2', {}, 'Configuration')), h('pre', { class: 'code' }, jsonText(job))),
  );

async function versions(job, path, again, signal) {
  const page = await get(`${path}/versions?limit=10`, signal);
  const back = (version) =>
    busyButton('Go back to it', async () => {
      await post(`${path}/rollback`, { version });
      toast(`The job is as it was in version ${version}.`);
      again();
    });
  return table(
    [
      { title: 'Version', class: 'number', cell: (each) => each.version },
      { title: 'Saved', cell: (each) => when(each.savedAt) },
      { title: 'By', cell: (each) => each.savedBy },
      { title: 'Schedule', class: 'mono', cell: (each) => scheduleText(each.job) },
      { title: '', cell: (each) => (each.current ? h('span', { class: 'dim' }, 'now') : back(each.version)) },
    ],
    page.items,
    { caption: 'Versions, newest first' },
  );
}
