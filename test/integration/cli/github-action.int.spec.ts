/** The action of deploy/github: its steps as a runner of GitHub runs them, against a real api; the package is that of this repository. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { BOOTSTRAP, obligingScheduler, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { CliUnderTest } from './cli-under-test.js';

const LIMIT_MS = 60_000;
const root = resolve(import.meta.dirname, '../../..');
const action = z
  .object({
    runs: z.object({
      steps: z.array(
        z.object({
          name: z.string().optional(),
          run: z.string().optional(),
          env: z.record(z.string(), z.string()).default({}),
        }),
      ),
    }),
  })
  .parse(parse(readFileSync(join(root, 'deploy/github/action.yaml'), 'utf8')));

const WORKER = 'kind: Worker\nid: w\nname: W\nengine: webservice\nurl: http://acme.test/work\n';
const job = (name: string, more = ''): string =>
  `kind: Job\nid: acme-${name}\ntenant: acme\nname: ${name}\nworker: w\nlabels: { source: git }\n${more}`;

let api: ApiUnderTest;
let cli: CliUnderTest;
let viewer: string;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  cli = new CliUnderTest({ CARILLON_SERVER: api.url, CARILLON_TOKEN: BOOTSTRAP });
  cli.write('tenant.yaml', 'kind: Tenant\nid: acme\nname: Acme\n---\n' + WORKER);
  await cli.run('apply -f tenant.yaml');
  const body = { name: 'ci', roles: [{ tenant: 'acme', role: 'viewer' }] };
  viewer = (await api.ask<{ token: string }>('POST', '/tokens', { body })).body.token;
  program(
    'npx',
    `while [ "$1" != -- ]; do echo "$1" >>"${cli.folder}/npx.txt"; shift; done; shift 2; exec "${process.execPath}" "${root}/dist/apps/cli/src/main.js" "$@"`,
  );
  program(
    'gh',
    `case "$*" in *--paginate*) [ -f "${cli.folder}/posted.md" ] && echo https://github.test/comments/7 || true;;
     *) echo "$*" >>"${cli.folder}/gh.txt"; cp comment.md "${cli.folder}/posted.md";; esac`,
  );
}, LIMIT_MS);
afterAll(async () => {
  cli.dispose();
  await api.stop();
});

/** A program in place of that of the runner. */
function program(name: string, script: string): void {
  const file = join(cli.folder, 'bin', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(file, 0o755);
}

const textOf = (name: string): string => {
  const file = join(cli.folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** What the expressions of the action stand for. */
const values = (token: string): Readonly<Record<string, string>> => ({
  'inputs.server': api.url,
  'inputs.token': token,
  'inputs.files': 'jobs',
  'inputs.label': 'source=git',
  'inputs.comment-token': 'of-github',
  'github.action_path': join(root, 'deploy/github'),
  'github.repository': 'acme/jobs',
  'github.event.pull_request.number': '3',
});

/** Runs a step as the runner does: by `bash -eo pipefail`. Gives its exit code and its output. */
async function step(name: string, token: string): Promise<{ readonly code: number; readonly output: string }> {
  const { run = '', env = {} } = action.runs.steps.find((each) => each.name === name) ?? {};
  const given = Object.fromEntries(
    Object.entries(env).map(([key, text]) => [
      key,
      text.replace(/\$\{\{ ([^ ]+) \}\}/g, (_, expression: string) => values(token)[expression] ?? `no ${expression}`),
    ]),
  );
  const path = [join(cli.folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  return new Promise((done) => {
    const options = { cwd: cli.folder, env: { ...given, PATH: path, HOME: cli.folder } };
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

test(
  'a pull request gets one comment with what it would change, by a viewer; on main it is changed, by an editor',
  async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    cli.write('jobs/worker.yaml', WORKER);
    cli.write('jobs/one.yaml', job('one'));
    expect(await step('What would change', viewer)).toMatchObject({ code: 0 });
    expect(textOf('npx.txt')).toContain(`--package=carillon@${version}\n`);
    expect(textOf('posted.md')).toMatch(/^<!-- carillon definitions -->\nThis would change:\n[^]*\+name: one\n/);
    expect((await cli.run('get jobs')).out).not.toContain('acme-one');

    expect(await step('Change it', viewer)).not.toMatchObject({ code: 0 });
    expect(await step('Change it', BOOTSTRAP)).toMatchObject({ code: 0 });
    expect((await cli.run('get jobs')).out).toContain('acme-one');

    expect(await step('What would change', viewer)).toMatchObject({ code: 0 });
    expect(textOf('posted.md')).toContain('Nothing would change.');
    cli.write('jobs/one.yaml', job('one', "cron: '61 * * * *'\n"));
    expect((await step('What would change', viewer)).code).not.toBe(0);
    expect(textOf('posted.md')).toMatch(/The definitions are not right:[^]*jobs\/one\.yaml:1 job\/acme-one: cron /);
    expect(textOf('gh.txt').trim().split('\n')).toEqual([
      'api --silent repos/acme/jobs/issues/3/comments --field body=@comment.md',
      ...Array<string>(2).fill('api --silent --method PATCH https://github.test/comments/7 --field body=@comment.md'),
    ]);
    expect(textOf('posted.md')).not.toContain(viewer);
  },
  LIMIT_MS,
);

test(
  'the hook of pre-commit checks files without a server',
  async () => {
    const [hook] = z
      .array(z.object({ entry: z.string(), files: z.string() }))
      .parse(parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')));
    const [file = '', ...args] = hook?.entry.split(' ') ?? [];
    const validate = async (): Promise<{ code: number; output: string }> =>
      new Promise((done) => {
        const path = [join(cli.folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
        const options = { cwd: cli.folder, env: { PATH: path, HOME: cli.folder } };
        execFile(join(root, file), [...args, 'jobs/two.yaml'], options, (error, stdout, stderr) => {
          done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
        });
      });
    expect('jobs/two.yaml').toMatch(new RegExp(hook?.files ?? '^$'));
    cli.write('jobs/two.yaml', job('two', 'cron: 0 3 * * *\n'));
    expect(await validate()).toEqual({ code: 0, output: '1 definitions, 0 problems\n' });
    cli.write('jobs/two.yaml', job('two', 'cron: 0 3 * * *\nmaxAttempts: -3\n'));
    const { code, output } = await validate();
    expect(output).toMatch(/^jobs\/two\.yaml:1 job\/acme-two: maxAttempts /m);
    expect(code).toBe(1);
  },
  LIMIT_MS,
);
