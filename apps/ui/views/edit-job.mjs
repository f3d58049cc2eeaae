import { get, getWithTag, post, put } from '../lib/api.mjs';
import { busyButton, fill, h, toast } from '../lib/dom.mjs';
import { jsonText, parseJson, problemList } from '../lib/parts.mjs';
import { exactText } from '../lib/time.mjs';

/** Shown with a job, but not a part of what is edited. */
const SHOWN_ONLY = ['id', 'version', 'createdAt', 'updatedAt', 'updatedBy', 'paused', 'status'];
const PREVIEW_DELAY_MS = 400;
const PREVIEW_SLOTS = 4;

export async function newJobPage({ signal, query }) {
  const [{ items: workers }, { items: tenants }] = await Promise.all([
    get('workers?limit=500', signal),
    get('tenants?limit=500', signal),
  ]);
  const tenant = query.get('tenant') ?? tenants[0]?.id ?? 'default';
  const startFor = (worker) => ({
    tenant,
    name: 'New job',
    worker: worker?.id ?? '',
    cron: '0 10 * * *',
    ...worker?.template,
  });
  const editor = jobEditor(jsonText(startFor(workers[0])), async (job) => {
    const made = await post('jobs', job);
    toast('The job is made.');
    location.hash = `#/jobs/${encodeURIComponent(made.id)}`;
  });
  const choice = h(
    'select',
    { onchange: () => editor.set(jsonText(startFor(workers.find(({ id }) => id === choice.value)))) },
    workers.map((worker) => h('option', { value: worker.id }, `${worker.name} (${worker.id})`)),
  );
  return [
    h('p', { class: 'crumbs' }, h('a', { href: '#/jobs' }, 'Jobs'), ' / new'),
    h('h1', {}, 'New job'),
    h('div', { class: 'filters' }, h('label', {}, 'Begin with the template of', choice)),
    editor.element,
  ];
}

export async function editJobPage({ args: [id], signal }) {
  const path = `jobs/${encodeURIComponent(id)}`;
  const { body: job, etag } = await getWithTag(path, signal);
  const text = jsonText(Object.fromEntries(Object.entries(job).filter(([name]) => !SHOWN_ONLY.includes(name))));
  const editor = jobEditor(text, async (next) => {
    const saved = await put(path, next, etag);
    toast(`Saved as version ${saved.version}.`);
    location.hash = `#/${path}`;
  });
  return [
    h(
      'p',
      { class: 'crumbs' },
      h('a', { href: '#/jobs' }, 'Jobs'),
      ' / ',
      h('a', { href: `#/${path}` }, job.name),
      ' / edit',
    ),
    h('h1', {}, `Edit ${job.name}`),
    h('p', { class: 'dim' }, 'A value shown as "***" stays as it is if you leave it so.'),
    editor.element,
  ];
}

/** A job as JSON, with what is wrong with it and when it would run. */
function jobEditor(text, save) {
  const problems = h('div', {});
  const preview = h('p', { class: 'dim preview', 'aria-live': 'polite' });
  const field = h('textarea', {
    class: 'mono editor',
    rows: 22,
    spellcheck: false,
    autocapitalize: 'off',
    'aria-label': 'The job as JSON',
    oninput: () => previewLater(),
  });
  field.value = text;
  let timer = 0;
  const previewLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void showPreview(field.value, preview), PREVIEW_DELAY_MS);
  };
  const submit = busyButton(
    'Save',
    async () => {
      fill(problems);
      try {
        await save(parseJson(field.value));
      } catch (error) {
        fill(problems, problemList(error));
        problems.scrollIntoView({ block: 'nearest' });
        markFirst(field, error.errors?.[0]?.path);
      }
    },
    { class: 'primary' },
  );
  previewLater();
  return {
    element: h('div', { class: 'editor-frame' }, field, preview, problems, h('div', { class: 'actions' }, submit)),
    set: (next) => {
      field.value = next;
      previewLater();
    },
  };
}

/** Puts the cursor to the field that the first problem names. */
function markFirst(field, path) {
  const name = path?.split('.').findLast((part) => !/^\d+$/.test(part));
  const at = name ? field.value.indexOf(`"${name}"`) : -1;
  if (at < 0) return;
  field.focus();
  field.setSelectionRange(at, at + name.length + 2);
}

async function showPreview(text, place) {
  let job;
  try {
    job = JSON.parse(text);
  } catch {
    place.textContent = 'Not JSON yet.';
    return;
  }
  const schedule = { ...job.schedule, ...(job.cron ? { cron: job.cron } : {}) };
  if (!schedule.cron && !schedule.every && !schedule.at) {
    place.textContent = 'Started by hand only.';
    return;
  }
  try {
    const whose = schedule.exclude?.length ? { tenant: job.tenant } : {};
    const { slots } = await post('schedules/preview', { schedule, ...whose, count: PREVIEW_SLOTS });
    place.textContent =
      slots.length === 0 ? 'It would never run again.' : `Would run ${slots.map(slotText).join(' · ')} …`;
  } catch (error) {
    place.textContent = error.message;
  }
}

const slotText = ({ nominal, flags }) =>
  flags.includes('excluded') ? `(not ${exactText(nominal)}: excluded)` : exactText(nominal);
