/** Definitions as files, through the command line against a real api: apply, diff, export, delete. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionSchemas } from '#common/spec/definition-schemas.js';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest, normalized } from './cli-under-test.js';

let api: ApiUnderTest;
let cli: CliUnderTest;

const TENANT = 'kind: Tenant\nid: acme\nname: Acme\nmaxJobs: 100\ngroups: { nightly: 2, hourly: 1 }\n';
const WORKER = `kind: Worker
id: acme-web
name: Acme's web service
engine: webservice
url: http://acme.test/work
httpHeaders: { Authorization: !env ACME_TOKEN }
`;
const CALENDAR = 'kind: Calendar\nid: holidays\ndates: ["2026-12-24", "2026-12-25"]\n';
const job = (id: string, more = ''): string =>
  `kind: Job\nid: acme-${id}\nname: ${id}\nworker: acme-web\nlabels: { source: git }\n${more}`;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  cli = new CliUnderTest({
    CARILLON_SERVER: api.url,
    CARILLON_TOKEN: BOOTSTRAP,
    CARILLON_TENANT: 'acme',
    ACME_TOKEN: 'a-secret-of-acme',
  });
  cli.write('acme/tenant.yaml', TENANT);
  cli.write('acme/worker.yaml', WORKER);
  cli.write('acme/holidays.yaml', CALENDAR);
  cli.write('acme/jobs/reports.yaml', job('report', 'cron: 0 3 * * *\nschedule: { exclude: [holidays] }\n'));
  cli.write('acme/jobs/more.yaml', `${job('export')}---\n${job('import', 'parameters: { rows: 10 }\n')}`);
});
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

const output = async (line: string, around = {}): Promise<string> => {
  const { code, out, err } = await cli.run(line, around);
  return normalized(`${inOrder(out)}${err}[${code}]`).replace(/ in [\d.]+ s$/m, ' in <seconds>');
};
/** Several requests are active at a time: the order within a kind is random. */
const inOrder = (text: string): string =>
  text.replaceAll(/(?:^job\/.*\n)+/gm, (lines) => `${lines.trimEnd().split('\n').sort().join('\n')}\n`);

// One story: each test continues where the one before has ended.
const NO_TENANT = 'no jobs\nthere is no tenant acme, or you have no role in it\n[0]';

test('a dry run lists the changes, validates what can be validated, and makes none', async () => {
  expect(await output('apply -f acme --dry-run')).toMatchSnapshot();
  expect(await output('get jobs')).toBe(NO_TENANT);
});

test('apply creates everything, in the order of the dependencies', async () => {
  expect(await output('apply -f acme')).toMatchSnapshot();
  expect(await output('get jobs')).toMatchSnapshot();
});

test('applied again, nothing changes, also not a secret, which is sent as the value of a variable', async () => {
  expect(await output('apply -f acme')).toBe('6 unchanged in <seconds>\n[0]');
  expect(await output('diff -f acme')).toBe('[0]');
});

test('diff shows the changes, but no secret, and ends with 1', async () => {
  cli.write('acme/jobs/reports.yaml', job('report', 'cron: 30 3 * * *\nschedule: { exclude: [holidays] }\n'));
  cli.write('acme/tenant.yaml', TENANT.replace(', hourly: 1', ''));
  const text = await output('diff -f acme', { env: { ACME_TOKEN: 'another-secret' } });
  expect(text).toMatchSnapshot();
  expect(text).not.toMatch(/another-secret|a-secret-of-acme/);
});

test('apply changes what differs: a group that is no longer in the file is removed', async () => {
  expect(await output('apply -f acme')).toMatchSnapshot();
  expect(JSON.parse((await cli.run('get tenants acme -o json')).out)).toMatchObject([{ groups: { nightly: 2 } }]);
});

test('--prune removes labelled jobs that are in no file, and no others', async () => {
  cli.write('other.yaml', job('other').replace('source: git', 'source: hand'));
  await output('apply -f other.yaml');
  cli.write('acme/jobs/more.yaml', job('export'));
  expect(await output('diff -f acme --prune -l source=git')).toMatchSnapshot();
  expect(await output('apply -f acme --prune -l source=git')).toMatchSnapshot();
  expect(await output('get jobs -o name')).toBe('acme-export\nacme-other\nacme-report\n[0]');
});

test('--prune refuses files that are incomplete for it', async () => {
  expect(await output('apply -f acme/tenant.yaml --prune -l source=git')).toMatchSnapshot();
  expect(await output('apply -f other.yaml --prune -l source=git')).toMatchSnapshot();
  expect(await output('apply -f acme --prune')).toMatchSnapshot();
});

test('an export applies to the same server without a change, and to an empty one with its secrets', async () => {
  expect(await output('export')).toMatchSnapshot();
  await output('export -d exported');
  const [schemaLine = ''] = readFileSync(join(cli.folder, 'exported/jobs/acme-report.yaml'), 'utf8').split('\n');
  const [, address = ''] = /^# yaml-language-server: \$schema=(\S+)$/.exec(schemaLine) ?? [];
  expect(await (await fetch(address)).json()).toEqual(definitionSchemas().get('job.json'));
  expect(await output('apply -f exported')).toBe('6 unchanged in <seconds>\n[0]');
  await output('export -d whole --secrets env');
  expect(readFileSync(join(cli.folder, 'whole/workers/acme-web.yaml'), 'utf8')).toContain(
    '!env WORKER_ACME_WEB_AUTHORIZATION',
  );
  const before = (await cli.run('export -o yaml --secrets plain')).out;
  expect(await output('delete -f exported --yes')).toMatchSnapshot();
  expect(await output('get jobs')).toBe(NO_TENANT);
  await output('apply -f whole', { env: { WORKER_ACME_WEB_AUTHORIZATION: 'a-secret-of-acme' } });
  expect((await cli.run('export -o yaml --secrets plain')).out).toBe(before);
});

test('a refused definition is named with its file; the rest is applied; the exit code is 1', async () => {
  cli.write('mixed.yaml', `${job('good')}---\n${job('bad', 'cron: every day\n')}`);
  expect(await output('apply -f mixed.yaml')).toMatchSnapshot();
  expect(await output('apply -f mixed.yaml --dry-run -o json')).toMatchSnapshot();
});

test('errors in files are reported all at once, each with its line, and nothing is sent', async () => {
  cli.write('wrong/a.yaml', `${job('a')}---\nkind: Deployment\nmetadata: {}\n`);
  cli.write('wrong/b.yaml', 'kind: Job\n  name: [\n');
  cli.write('wrong/c.yaml', `${job('a')}---\nname: x\n---\nkind: Worker\nid: w\nhttpHeaders: { a: !env UNSET }\n`);
  cli.write('wrong/d.yaml', 'kind: Job\nworker: acme-web\n');
  expect(await output('apply -f wrong')).toMatchSnapshot();
  expect(await output('apply -f nowhere')).toMatchSnapshot();
});

test('a definition may come from standard input, as JSON', async () => {
  const input = JSON.stringify({ kind: 'Job', id: 'acme-piped', name: 'piped', worker: 'acme-web' });
  expect(await output('apply -f -', { input })).toMatchSnapshot();
});

test('removal by label asks if somebody can answer, and requires --yes if nobody can', async () => {
  expect(await output('delete jobs -l source=hand')).toMatchSnapshot();
  const asked: string[] = [];
  const confirm = async (message: string): Promise<boolean> => {
    asked.push(message);
    return Promise.resolve(asked.length > 1);
  };
  const questions = { confirm, text: fail, secret: fail };
  expect(await output('delete jobs -l source=hand', { questions })).toBe('error: nothing was removed\n[1]');
  expect(await output('delete jobs -l source=hand', { questions })).toBe('job/acme-other removed\n[0]');
  expect(asked[0]).toBe('Remove 1 with source=hand: job/acme-other?');
  expect(await output('delete job acme-piped')).toBe('job/acme-piped removed\n[0]');
  expect(await output('delete job acme-piped')).toBe('error: there is no job acme-piped\n[5]');
});

const fail = async (): Promise<never> => Promise.reject(new Error('nobody asks this'));

describe('a dry run of definitions that refer to each other', () => {
  const worker = (id: string, more = ''): string =>
    `kind: Worker\nid: ${id}\nname: W\nengine: webservice\nurl: http://new.test/\n${more}`;
  const named = (id: string, more: string): string => `---\nkind: Job\nid: acme-${id}\nname: New ${id}\n${more}`;
  const judged = async (text: string): Promise<{ code: number; err: string }> => {
    const { code, err } = await cli.run('apply -f - --dry-run', { input: text });
    return { code, err };
  };
  const applied = async (text: string): Promise<{ code: number; err: string }> => {
    const { code, err } = await cli.run('apply -f -', { input: text });
    return { code, err };
  };

  test.each<[what: string, text: string, message: string]>([
    ['a cron expression', named('a', 'worker: new\ncron: 61 * * * *\n'), 'cron minute: 61 is not between 0 and 59'],
    ['a number', named('a', 'worker: new\nmaxAttempts: -3\n'), 'maxAttempts must be at least 1'],
    ['an unknown field', named('a', 'worker: new\ncrom: x\n'), 'crom is not a known field'],
    [
      'a field of another engine',
      named('a', 'worker: new\nvolumes: [{ mountPath: /x }]\n'),
      'volumes is not possible on the engine webservice',
    ],
    [
      'a masked secret that no stored one stands behind',
      named('a', 'worker: new\nsecureParameters: { a: "***" }\n'),
      'secureParameters.a is masked, but no stored secret exists',
    ],
    ['a queue', named('a', 'worker: new\nqueue: nowhere\n'), 'queue is not a queue of this tenant'],
    [
      'a calendar that is nowhere',
      named('a', 'worker: new\ncron: "@daily"\nschedule: { exclude: [none] }\n'),
      'schedule.exclude.0 "none" is not a calendar of this tenant',
    ],
    [
      'a cycle',
      named('a', 'worker: new\nafter: [{ job: acme-b }]\n') + named('b', 'worker: new\nafter: [{ job: acme-a }]\n'),
      'would close a cycle: acme-a → acme-b → acme-a',
    ],
    [
      'a second worker that is refused',
      named('a', 'worker: other\n') + `---\n${worker('other', 'imagge: x\n')}`,
      'worker names worker/other, which was refused',
    ],
  ])('refuses %s of a job whose worker is new, as the server would', async (_what, text, message) => {
    const { code, err } = await judged(`${worker('new')}${text}`);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect((await cli.run('get workers -o name')).out).not.toContain('new');
  });

  test('accepts what the server accepts then', async () => {
    const channel = '---\nkind: Channel\nid: chat\ntarget: { type: slack, url: http://chat.test/x }\n';
    const rest =
      '---\nkind: Rule\nid: r\nwhen: { type: failed }\nchannels: [chat]\n---\nkind: Trigger\nid: t\njob: acme-a\nwebhook: { signature: github, secrets: { a: a-secret-of-sixteen } }\n';
    const jobs =
      named('a', "worker: new\nnotify: [{ on: [failed], webhook: 'channel:chat' }]\n") +
      named('b', 'worker: new\nafter: [{ job: acme-a }]\n');
    const text = `${worker('new')}${rest}${jobs}${channel}`;
    expect(await judged(text)).toEqual({ code: 0, err: '' });
    expect(await applied(text)).toEqual({ code: 0, err: '' });
  });

  test('judges a job by its worker as the worker would be', async () => {
    const text = `kind: Worker\nid: new\nname: W\nimage: x:1\n${named('a', 'worker: new\nvolumes: [{ mountPath: /x }]\n')}`;
    expect(await judged(text)).toEqual({ code: 0, err: '' });
    expect((await judged(named('a', 'worker: new\nvolumes: [{ mountPath: /x }]\n'))).code).toBe(1);
  });
});
