import { systemClock } from '#common/clock/clock.js';
import { contracts } from '#common/messages/registry.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { StoredDocument } from '#common/mongo/document.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import type { StorageVersionView } from '../../../apps/api/src/storage/storage.routes.js';
import type { WorkerView } from '../../../apps/api/src/workers/worker.routes.js';
import {
  obligingScheduler,
  startApi,
  type ApiUnderTest,
  type Listed,
  type Loose,
  type Reply,
} from './api-under-test.js';

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
const hook = { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' };

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  await api.ask('POST', '/workers', { body: hook });
});
afterAll(async () => api.stop());

const newJob = async (name: string, rest: Loose = {}): Promise<JobView> =>
  (await api.ask<JobView>('POST', '/jobs', { body: { tenant: 'ibm', name, worker: 'hook', ...rest } })).body;

describe('workers', () => {
  test('the generic web-service worker is built in and cannot be removed', async () => {
    const { body } = await api.ask<WorkerView>('GET', '/workers/other_webservice');
    expect(body).toMatchObject({ id: 'other_webservice', engine: 'webservice' });
    expect(body.url).toBeUndefined();
    expect(await api.ask('DELETE', '/workers/other_webservice')).toMatchObject({
      status: 409,
      body: { code: 'IN_USE' },
    });
  });

  test('an edit is a new version, applies to the jobs, and keeps masked headers', async () => {
    const made = await api.ask<WorkerView>('POST', '/workers', {
      body: { ...hook, id: 'edited', httpHeaders: { A: 'secret', B: 'other' } },
    });
    const { id } = await newJob('of edited', { worker: 'edited' });
    scheduler.applied.length = 0;
    const patched = await api.ask<WorkerView>('PATCH', '/workers/edited', {
      body: { description: 'new', httpHeaders: { B: null } },
    });
    expect(patched.body).toMatchObject({ version: 2, description: 'new', httpHeaders: { A: 'secret' } });
    expect(scheduler.applied).toEqual([id]);
    const replaced = await api.ask<WorkerView>('PUT', '/workers/edited', {
      body: { ...made.body, httpHeaders: { A: '***' } },
    });
    expect(replaced.body).toMatchObject({ version: 3, httpHeaders: { A: 'secret' } });
    const same = await api.ask<WorkerView>('PUT', '/workers/edited', { body: replaced.body });
    expect(same.body.version).toBe(3);
    const stale = await api.ask('PATCH', '/workers/edited', { body: { name: 'x' }, headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(412);
    expect((await api.ask('POST', '/workers', { body: { ...hook, id: 'edited' } })).body['code']).toBe(
      'ALREADY_EXISTS',
    );
  });

  test('a worker is removed only when no job uses it', async () => {
    await api.ask('POST', '/workers', { body: { ...hook, id: 'leaving' } });
    const { id } = await newJob('keeps it', { worker: 'leaving' });
    expect(await api.ask('DELETE', '/workers/leaving')).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(await newJob('may still use it', { worker: 'leaving' })).toMatchObject({ version: 1 });
    for (const job of [id, (await api.ask<Listed<JobView>>('GET', '/jobs?q=may still')).body.items[0]!.id])
      await api.ask('DELETE', `/jobs/${job}`);
    expect((await api.ask('DELETE', '/workers/leaving')).status).toBe(204);
    expect((await api.ask('GET', '/workers/leaving')).status).toBe(404);
  });

  test('a worker does not become one of processes while jobs set what would run on the host', async () => {
    const body = { name: 'Turning', image: 'x', command: ['report'], args: ['--all'] };
    const process = { engine: 'process', image: null };
    for (const id of ['turning', 'other-pod'])
      expect((await api.ask('POST', '/workers', { body: { ...body, id } })).status).toBe(201);
    const plain = await newJob('turns along', { worker: 'turning' });
    const choosing = [
      await newJob('turns by command', { worker: 'turning', command: ['sh'] }),
      await newJob('turns by env', { worker: 'turning', env: { LD_PRELOAD: 'x' } }),
      await newJob('turns by a task', {
        worker: 'other-pod',
        tasks: [{ name: 'a', worker: 'turning', args: ['x'] }],
      }),
    ];
    const refused = await api.ask<{ errors: { path: string; message: string }[] }>('PATCH', '/workers/turning', {
      body: process,
    });
    expect([refused.status, refused.body.errors.map(({ path }) => path)]).toEqual([400, ['engine']]);
    expect(choosing.filter(({ id }) => !refused.text.includes(id))).toEqual([]);
    expect(refused.text).not.toContain(plain.id);
    for (const { id } of choosing) await api.ask('DELETE', `/jobs/${id}`);
    expect((await api.ask('PATCH', '/workers/turning', { body: process })).status).toBe(200);
    expect((await api.ask('PATCH', '/workers/turning', { body: { args: ['--none'] } })).status).toBe(200);
  });

  test('a worker of one tenant is neither seen nor used by another', async () => {
    await api.ask('POST', '/workers', { body: { ...hook, id: 'acmes', tenants: ['acme'] } });
    const token = await api.tokenFor(['ibm', 'editor']);
    expect((await api.ask('GET', '/workers/acmes', { token })).status).toBe(404);
    const list = await api.ask<Listed<WorkerView>>('GET', '/workers', { token });
    expect(list.body.items.map((worker) => worker.id)).not.toContain('acmes');
    const job = await api.ask('POST', '/jobs', { token, body: { tenant: 'ibm', name: 'x', worker: 'acmes' } });
    expect(job).toMatchObject({ status: 400, body: { errors: [{ path: 'worker' }] } });
  });

  test('a job begins with the template of its worker, and its own fields replace those of the template', async () => {
    const template = { name: 'From the template', cron: '0 3 * * *', parameters: { a: 1, b: 2 } };
    await api.ask('POST', '/workers', { body: { ...hook, id: 'templated', template } });
    const made = await api.ask<JobView>('POST', '/jobs?fromTemplate=true', {
      body: { tenant: 'ibm', worker: 'templated', parameters: { b: 3 } },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'From the template', cron: '0 3 * * *', parameters: { a: 1, b: 3 } },
    });
    const plain = await api.ask('POST', '/jobs', { body: { tenant: 'ibm', worker: 'templated' } });
    expect(plain.status).toBe(400);
  });
});

describe('jobs', () => {
  test('a name is unique in its tenant while its job exists; an id may be used again by its tenant', async () => {
    const { id } = await newJob('taken', { id: 'chosen' });
    const taken = { tenant: 'ibm', name: 'taken', worker: 'hook' };
    expect(await api.ask('POST', '/jobs', { body: taken })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    });
    expect(await api.ask('POST', '/jobs', { body: { ...taken, name: 'y', id } })).toMatchObject({ status: 409 });
    expect((await api.ask('POST', '/jobs', { body: { ...taken, tenant: 'acme' } })).status).toBe(201);
    const other = await newJob('to be renamed');
    expect((await api.ask('PATCH', `/jobs/${other.id}`, { body: { name: 'taken' } })).body['code']).toBe(
      'ALREADY_EXISTS',
    );
    await api.ask('DELETE', `/jobs/${id}`);
    const again = await api.ask<JobView>('POST', '/jobs', { body: { ...taken, id } });
    expect(again).toMatchObject({ status: 201, body: { id: 'chosen', version: 2 } });
    expect((await api.ask('POST', '/jobs', { body: { ...taken, tenant: 'acme', name: 'z', id } })).status).toBe(409);
  });

  test('jobs are listed by tenant and name, in pages, with filters', async () => {
    const token = await api.tokenFor(['listed', 'viewer']);
    for (const [i, name] of ['delta', 'alpha', 'charlie', 'bravo', 'echo'].entries()) {
      const labels = { team: i % 2 ? 'odd' : 'even', rank: String(i) };
      await newJob(name, { tenant: 'listed', labels, enabled: name !== 'echo' });
    }
    const names = async (query: string): Promise<string[]> => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: { body: Listed<JobView> } = await api.ask<Listed<JobView>>(
          'GET',
          `/jobs?limit=2${query}${cursor && `&cursor=${cursor}`}`,
          { token },
        );
        seen.push(...page.body.items.map((job) => job.name));
        cursor = page.body.nextCursor;
      }
      return seen;
    };
    expect(await names('')).toEqual(['alpha', 'bravo', 'charlie', 'delta', 'echo']);
    expect(await names('&enabled=false')).toEqual(['echo']);
    expect(await names('&q=L')).toEqual(['alpha', 'charlie', 'delta']);
    expect(await names('&label=team=odd')).toEqual(['alpha', 'bravo']);
    expect(await names('&label=team=odd&label=rank=1')).toEqual(['alpha']);
    expect(await names('&label=team&worker=hook')).toHaveLength(5);
    expect(await names('&worker=other_webservice')).toEqual([]);
  });

  test('slots are previewed with their flags, of a job and of a schedule alone', async () => {
    const schedule = { cron: '30 2 * * *', timezone: 'Europe/Prague' };
    const { id } = await newJob('slots', { schedule });
    const from = '2027-03-27T00:00:00.000Z';
    const expected = [
      { nominal: '2027-03-27T01:30:00.000Z', effective: '2027-03-27T01:30:00.000Z', flags: [] },
      { nominal: '2027-03-28T01:00:00.000Z', effective: '2027-03-28T01:00:00.000Z', flags: ['dst-gap'] },
    ];
    expect((await api.ask('GET', `/jobs/${id}/slots?from=${from}&count=2`)).body).toEqual({ slots: expected });
    expect((await api.ask('POST', '/schedules/preview', { body: { schedule, count: 2, from } })).body).toEqual({
      slots: expected,
    });
    const byHand = await newJob('by hand');
    expect((await api.ask('GET', `/jobs/${byHand.id}/slots`)).body).toEqual({ slots: [] });
  });
});

test('job storage is read, set under its ETag, deleted and restored', async () => {
  const store = new JobStorageStore(api.mongo);
  const edited = async (
    edit: { job: string; tenant: string; actor: string; expectedVersion: number | null },
    value: unknown,
  ): Promise<{ ok: true; version: number }> => {
    const owner = { job: asJobId(edit.job), tenant: asTenantId(edit.tenant) };
    const version = await store.save(
      owner,
      [{ source: { actor: edit.actor }, at: systemClock.now(), value: value as never }],
      edit.expectedVersion,
    );
    return { ok: true, version };
  };
  api.standIn(contracts.putStorage, async (edit) => edited(edit, edit.value));
  api.standIn(contracts.deleteStorage, async (edit) => edited(edit, undefined));
  api.standIn(contracts.restoreStorage, async (edit) =>
    edited(edit, (await store.versions(asJobId(edit.job))).find((each) => each.version === edit.version)?.value),
  );
  const { id } = await newJob('storing');
  const path = `/jobs/${id}/storage`;
  expect((await api.ask('GET', path)).status).toBe(404);
  const first = await api.ask('PUT', path, { body: { row: 1 } });
  expect(first).toMatchObject({ status: 200, body: { row: 1 } });
  const read = await api.ask('GET', path);
  expect(read.body).toEqual({ row: 1 });
  expect(read.headers.get('etag')).toBe(first.headers.get('etag'));
  const condition = { headers: { 'if-match': read.headers.get('etag')! } };
  expect((await api.ask('PUT', path, { body: [2], ...condition })).status).toBe(200);
  expect((await api.ask('PUT', path, { body: [3], ...condition })).status).toBe(412);
  expect((await api.ask('DELETE', path)).status).toBe(204);
  expect((await api.ask('GET', path)).status).toBe(404);
  const versions = await api.ask<Listed<StorageVersionView>>('GET', `${path}/versions`);
  expect(versions.body.items).toMatchObject([
    { version: 3, deleted: true, savedBy: 'bootstrap' },
    { version: 2, value: [2] },
    { version: 1, value: { row: 1 } },
  ]);
  expect((await api.ask('POST', `${path}/restore`, { body: { version: 1 } })).body).toEqual({ row: 1 });
  expect((await api.ask('GET', path)).body).toEqual({ row: 1 });
  expect((await api.ask('PUT', path, { body: JSON.stringify('x'.repeat(97 * 1024)) })).status).toBe(413);
});

describe('tenants', () => {
  test('a tenant is described, patched under its ETag, and removed when it has no jobs', async () => {
    const made = await api.ask('POST', '/tenants', { body: { id: 'described', name: 'Described', maxActiveRuns: 5 } });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: 'described',
        maxActiveRuns: 5,
        maxJobs: null,
        retention: { successful: 100, failed: 100, maxAgeSeconds: 2_592_000 },
      },
    });
    expect((await api.ask('POST', '/tenants', { body: { id: 'described' } })).status).toBe(409);
    const headers = { 'if-match': made.headers.get('etag')! };
    const patched = await api.ask('PATCH', '/tenants/described', {
      headers,
      body: { maxActiveRuns: null, retention: { failed: 7 } },
    });
    expect(patched.body).toMatchObject({
      name: 'Described',
      maxActiveRuns: null,
      retention: { successful: 100, failed: 7 },
    });
    expect((await api.ask('PATCH', '/tenants/described', { headers, body: { maxJobs: 1 } })).status).toBe(412);
    expect(patched.body).toMatchObject({ weight: 1, groupWeights: {}, maxSharePercent: null });
    const shares = { weight: 3, groupWeights: { nightly: 2 }, maxSharePercent: 80 };
    expect((await api.ask('PATCH', '/tenants/described', { body: shares })).body).toMatchObject(shares);
    expect((await api.ask('GET', '/tenants/described')).body).toMatchObject(shares);
    const refused = await api.ask('PATCH', '/tenants/described', { body: { groupWeights: { nightly: 0 } } });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('groupWeights')]);
    const sized = await api.ask('PATCH', '/tenants/described', {
      body: {
        groups: { nightly: 2, 'a.b': 3 },
        logLimits: { maxBytesPerRun: 1_000 },
        podTemplatePaths: ['spec.nodeSelector', 'spec.containers[].resources'],
      },
    });
    expect(sized.body).toMatchObject({
      podTemplatePaths: ['spec.nodeSelector', 'spec.containers[].resources'],
      groups: { nightly: 2, 'a.b': 3 },
      logLimits: { maxBytesPerAttempt: null, maxBytesPerRun: 1_000 },
    });
    const fewer = await api.ask('PATCH', '/tenants/described', { body: { groups: { nightly: null } } });
    expect(fewer.body).toMatchObject({ groups: { 'a.b': 3 }, logLimits: { maxBytesPerRun: 1_000 } });
    expect((await api.ask('GET', '/tenants/described')).body).toEqual(fewer.body);
    expect(await api.ask('PATCH', '/tenants/described', { body: { podTemplatePaths: ['hostNetwork'] } })).toMatchObject(
      {
        status: 400,
        body: { errors: [{ path: 'podTemplatePaths.0' }] },
      },
    );
    expect(await api.ask('PATCH', '/tenants/described', { body: { colour: 'red' } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'colour' }] },
    });
    const { id } = await newJob('its job', { tenant: 'described' });
    expect(await api.ask('DELETE', '/tenants/described')).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await api.ask('DELETE', `/jobs/${id}`);
    expect((await api.ask('DELETE', '/tenants/described')).status).toBe(204);
  });

  test('a tenant without a definition is created with its first job, and its quota applies', async () => {
    await newJob('first', { tenant: 'implied' });
    expect((await api.ask('GET', '/tenants/implied')).body).toMatchObject({ name: 'implied', maxJobs: null });
    await api.ask('PATCH', '/tenants/implied', { body: { maxJobs: 1 } });
    const second = await api.ask('POST', '/jobs', { body: { tenant: 'implied', name: 'second', worker: 'hook' } });
    expect(second).toMatchObject({ status: 409, body: { code: 'QUOTA_EXCEEDED' } });
  });
});

test('a calendar is created, read, replaced and removed in its tenant', async () => {
  const body = {
    id: 'holidays',
    tenant: 'ibm',
    dates: ['2026-12-24'],
    weekly: [{ days: ['sat', 'sun'], from: '00:00', to: '24:00' }],
  };
  const token = await api.tokenFor(['ibm', 'editor']);
  const made = await api.ask('POST', '/calendars', { token, body });
  expect(made).toMatchObject({ status: 201, body });
  expect((await api.ask('POST', '/calendars', { token, body })).status).toBe(409);
  // A caller with one tenant need not name it; an admin has all tenants.
  expect((await api.ask('GET', '/calendars/holidays', { token })).body).toEqual(made.body);
  expect((await api.ask('GET', '/calendars/holidays')).status).toBe(400);
  const headers = { 'if-match': made.headers.get('etag')! };
  const replaced = await api.ask('PUT', '/calendars/holidays?tenant=ibm', { headers, body: { cron: ['0 0 1 1 *'] } });
  expect(replaced).toMatchObject({ status: 200, body: { cron: ['0 0 1 1 *'] } });
  expect(replaced.body['dates']).toBeUndefined();
  expect((await api.ask('PUT', '/calendars/holidays?tenant=ibm', { headers, body: {} })).status).toBe(412);
  expect((await api.ask<Listed<Loose>>('GET', '/calendars?tenant=ibm')).body.items).toHaveLength(1);
  expect((await api.ask('DELETE', '/calendars/holidays', { token })).status).toBe(204);
  expect((await api.ask('GET', '/calendars/holidays', { token })).status).toBe(404);
});

test('a calendar accepts the events of an iCalendar file, and reports errors of a file', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Christmas',
    'DTSTART;VALUE=DATE:20201225',
    'RRULE:FREQ=YEARLY',
  ];
  const ics = [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
  const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
  const body = { id: 'events', tenant: 'ibm', timezone: 'Europe/Prague', workdays, include: ['2026-12-26'], ics };
  const made = await api.ask('POST', '/calendars', { body });
  expect(made).toMatchObject({ status: 201, body });
  expect(Object.keys(made.body).sort()).toEqual([...Object.keys(body), 'updatedAt', 'updatedBy'].sort());
  const asked = {
    schedule: { cron: '0 9 * * *', timezone: 'Europe/Prague', exclude: ['events'] },
    tenant: 'ibm',
    from: '2026-12-24T00:00:00Z',
    count: 5,
  };
  const { slots } = (await api.ask('POST', '/schedules/preview', { body: asked })).body as {
    slots: { nominal: string; flags: string[] }[];
  };
  const excluded = slots.filter(({ flags }) => flags.includes('excluded')).map(({ nominal }) => nominal.slice(0, 10));
  expect(excluded).toEqual(['2026-12-25', '2026-12-27']);
  const headers = { 'if-match': made.headers.get('etag')! };
  const refused = await api.ask('PUT', '/calendars/events?tenant=ibm', {
    headers,
    body: { ics: ics.replace('FREQ=YEARLY', 'FREQ=HOURLY') },
  });
  const message =
    'the event "Christmas" (line 2) recurs HOURLY, but an event may recur only YEARLY, MONTHLY, WEEKLY, DAILY';
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'ics', message }] } });
  const long = await api.ask('POST', '/calendars', { body: { ...body, id: 'long', ics: ics.padEnd(131_073) } });
  expect(long).toMatchObject({ status: 400, body: { errors: [{ path: 'ics' }] } });
  expect((await api.ask('DELETE', '/calendars/events?tenant=ibm')).status).toBe(204);
});

describe('a calendar that jobs use', () => {
  const weekend = [{ days: ['sat', 'sun'], from: '00:00', to: '24:00' }];
  const excluding = (name: string, ...exclude: string[]): Loose => ({
    id: name,
    tenant: 'calm',
    name,
    worker: 'hook',
    schedule: { cron: '0 10 * * *', exclude },
  });

  beforeAll(async () => {
    await api.ask('POST', '/calendars', { body: { id: 'weekend', tenant: 'calm', weekly: weekend } });
    await api.ask('POST', '/calendars', { body: { id: 'elsewhere', tenant: 'other', weekly: weekend } });
  });

  test('must exist when a job names it, and belong to its tenant', async () => {
    for (const unknown of ['nope', 'elsewhere']) {
      const refused = await api.ask('POST', '/jobs', { body: excluding('odd', 'weekend', unknown) });
      const message = `"${unknown}" is not a calendar of this tenant`;
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'schedule.exclude.1', message }] } });
    }
    expect((await api.ask('POST', '/jobs', { body: excluding('calm', 'weekend') })).status).toBe(201);
    const patch = { schedule: { exclude: ['weekend', 'nope'] } };
    expect(await api.ask('PATCH', '/jobs/calm', { body: patch })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'schedule.exclude.1' }] },
    });
  });

  test('is not removed, and its jobs are named, as long as any of them uses it', async () => {
    await api.ask('POST', '/calendars', { body: { id: 'used', tenant: 'calm', weekly: weekend } });
    for (let i = 0; i < 11; i++) await api.ask('POST', '/jobs', { body: excluding(`user-${i}`, 'used') });
    const remove = async (): Promise<Reply<Loose>> => api.ask('DELETE', '/calendars/used?tenant=calm');
    const many = await remove();
    expect(many).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(many.body['detail']).toMatch(/^the calendar used is used by the jobs "user-0" \(user-0\), .* and others$/);
    for (let i = 1; i < 11; i++) await api.ask('DELETE', `/jobs/user-${i}`);
    const one = await remove();
    expect(one.body['detail']).toBe('the calendar used is used by the job "user-0" (user-0)');
    // A refused removal does not change it: further jobs may use it.
    expect((await api.ask('POST', '/jobs', { body: excluding('user-11', 'used') })).status).toBe(201);
    await api.ask('PATCH', '/jobs/user-0', { body: { schedule: { exclude: null } } });
    await api.ask('DELETE', '/jobs/user-11');
    expect((await remove()).status).toBe(204);
  });

  test('is either kept or not used if removal and use are requested at the same time', async () => {
    const numbers = Array.from({ length: 12 }, (_, i) => i);
    for (const i of numbers) await api.ask('POST', '/calendars', { body: { id: `race-${i}`, tenant: 'calm' } });
    await Promise.all(
      numbers.map(async (i) => {
        const [made, removed] = await Promise.all([
          api.ask('POST', '/jobs', { body: excluding(`race-${i}`, `race-${i}`) }),
          api.ask('DELETE', `/calendars/race-${i}?tenant=calm`),
        ]);
        expect([made.status, removed.status]).not.toEqual([201, 204]);
      }),
    );
  });

  test('that has been missing for some time does not prevent edits of its jobs', async () => {
    await api.ask('POST', '/calendars', { body: { id: 'gone', tenant: 'calm', weekly: weekend } });
    await api.ask('POST', '/jobs', { body: excluding('bereft', 'gone') });
    await api.mongo.collection('calendars').deleteOne({ _id: 'calm/gone' });
    const read = (await api.ask('GET', '/jobs/bereft')).body;
    expect((await api.ask('PUT', '/jobs/bereft', { body: { ...read, labels: { a: 'b' } } })).status).toBe(200);
    expect((await api.ask('POST', '/jobs/bereft/pause')).status).toBe(200);
  });

  test('is applied to the slots of the job and to the preview of a schedule', async () => {
    await api.ask('POST', '/jobs', { body: excluding('shown', 'weekend') });
    // A Friday.
    const from = '2027-01-01T00:00:00.000Z';
    const flags = async (asked: Promise<Reply<Loose>>): Promise<unknown> =>
      ((await asked).body['slots'] as { flags: string[] }[] | undefined)?.map((slot) => slot.flags);
    const expected = [[], ['excluded'], ['excluded'], []];
    expect(await flags(api.ask('GET', `/jobs/shown/slots?from=${from}&count=4`))).toEqual(expected);
    const { schedule } = excluding('shown', 'weekend');
    const body = { schedule, from, count: 4 };
    const token = await api.tokenFor(['calm', 'viewer']);
    const preview = async (whose: Loose, as?: string): Promise<Reply<Loose>> =>
      api.ask('POST', '/schedules/preview', { body: { ...body, ...whose }, ...(as !== undefined && { token: as }) });
    expect(await flags(preview({ tenant: 'calm' }))).toEqual(expected);
    expect(await flags(preview({}, token))).toEqual(expected);
    expect(await preview({})).toMatchObject({ status: 400, body: { errors: [{ path: 'tenant' }] } });
    expect(await preview({ tenant: 'other' }, token)).toMatchObject({ status: 403 });
    expect(await preview({ tenant: 'other' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'schedule.exclude.0' }] },
    });
  });
});

test('a job for an instant in the past is refused, but one whose instant has passed can be edited', async () => {
  const past = '2001-01-01T00:00:00.000Z';
  const body = { id: 'once', tenant: 'ibm', name: 'once', worker: 'hook' };
  const refused = { status: 400, body: { errors: [{ path: 'schedule.at' }] } };
  expect(await api.ask('POST', '/jobs', { body: { ...body, schedule: { at: past } } })).toMatchObject(refused);
  const made = await api.ask<JobView>('POST', '/jobs', { body: { ...body, schedule: { at: '2098-01-01T00:00:00Z' } } });
  expect(made.status).toBe(201);
  // As it is once that instant has passed.
  const spec = JSON.stringify({ tenant: 'ibm', name: 'once', worker: 'hook', schedule: { at: past } });
  await api.mongo.collection<StoredDocument & { spec: string }>('jobs').updateOne({ _id: 'once' }, { $set: { spec } });
  const edited = await api.ask('PATCH', '/jobs/once', {
    body: { maxAttempts: 2, schedule: { timezone: 'Asia/Tokyo' } },
  });
  expect(edited).toMatchObject({ status: 200, body: { version: 2, maxAttempts: 2, schedule: { at: past } } });
  expect((await api.ask('PUT', '/jobs/once', { body: { ...edited.body, labels: { a: 'b' } } })).status).toBe(200);
  expect(await api.ask('POST', '/jobs/once/rollback', { body: { version: 1 } })).toMatchObject({ status: 200 });
  const other = '2001-01-01T00:00:01.000Z';
  expect(await api.ask('PATCH', '/jobs/once', { body: { schedule: { at: other } } })).toMatchObject(refused);
  const next = '2098-01-01T00:00:00.000Z';
  expect(await api.ask('PATCH', '/jobs/once', { body: { schedule: { at: next } } })).toMatchObject({ status: 200 });
  // The instant has become the past since: a rollback to it would request what can never run.
  expect(await api.ask('POST', '/jobs/once/rollback', { body: { version: 1 } })).toMatchObject(refused);
});

test('only an admin lets a worker run as root', async () => {
  const body = { id: 'rooted', name: 'Rooted', image: 'old/image', allowRoot: true };
  const owner = await api.tokenFor(['ibm', 'owner']);
  expect(await api.ask('POST', '/workers', { token: owner, body })).toMatchObject({ status: 403 });
  expect(await api.ask('POST', '/workers', { body })).toMatchObject({ status: 201, body: { allowRoot: true } });
  const patch = { body: { allowRoot: false } };
  expect(await api.ask('PATCH', '/workers/rooted', { token: owner, ...patch })).toMatchObject({ status: 403 });
  expect(await api.ask('PATCH', '/workers/rooted', patch)).toMatchObject({ status: 200, body: { allowRoot: false } });
  // Neither a job nor its template can allow it instead.
  const job = { tenant: 'ibm', name: 'rooted', worker: 'rooted' };
  const own = await api.ask('POST', '/jobs', { token: owner, body: { ...job, allowRoot: true } });
  expect(own).toMatchObject({ status: 400, body: { errors: [{ path: 'allowRoot' }] } });
});
