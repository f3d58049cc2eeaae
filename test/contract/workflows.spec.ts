/** The workflows are what GitHub takes, and the commands and files that those of deploy/github use exist. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parse } from 'yaml';
import { z } from 'zod';
import { commands } from './cli-commands.js';

const root = resolve(import.meta.dirname, '../..');
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })),
});
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const ACTION = 'deploy/github/action.yaml';
const files = globSync('deploy/github/*.yaml', { cwd: root })
  .filter((file) => file !== ACTION)
  .sort();
const ours = globSync('.github/workflows/*.yaml', { cwd: root });

test('there are workflows', () => {
  expect(files).toEqual(['deploy/github/apply-definitions.yaml', 'deploy/github/publish-docs.yaml']);
});

/** What GitHub says of a workflow. */
async function errorsIn(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: 'workflow.yaml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test.each([...files, ...ours])('GitHub finds no error in %s', async (file) => {
  const content = readFileSync(join(root, file), 'utf8');
  expect(await errorsIn(content)).toEqual([]);
  expect(await errorsIn(content.replace('runs-on', 'runs-at'))).not.toEqual([]);
  expect(await errorsIn(content.replace(/(\n +(?:- )?(?:run|token): )[^|\n].*/, '$1${{ matrix.'))).not.toEqual([]);
});

test.each([
  ['.github/workflows/release.yaml', 'release:verify'],
  ['.github/workflows/servers.yaml', 'test:kubernetes'],
])('scripts that %s names exist, %s among them', (file, one) => {
  const { jobs } = workflow.parse(parse(readFileSync(join(root, file), 'utf8')));
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.trim().split('\n')));
  const named = lines.flatMap((line) => /^npm run (\S+)/.exec(line)?.[1] ?? []);
  expect(named).toContain(one);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

test.each([...files, ...ours, ACTION])('%s uses actions by their full commit hash', (file) => {
  const used = [...readFileSync(join(root, file), 'utf8').matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(0);
  for (const name of used) expect(name).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}( # v\d+\.\d+\.\d+)?$/);
});

test('definitions of one branch or pull request are applied one after the other, and their jobs get inputs that the action has', () => {
  const read = (file: string): unknown => parse(readFileSync(join(root, file), 'utf8'));
  const { inputs } = z.object({ inputs: z.record(z.string(), z.unknown()) }).parse(read(ACTION));
  const { concurrency, jobs } = z
    .object({
      concurrency: z.object({ group: z.string() }),
      jobs: z.object({
        apply: z.object({ steps: z.array(z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()) })) }),
      }),
    })
    .parse(read('deploy/github/apply-definitions.yaml'));
  expect(concurrency.group).toMatch(/\$\{\{ github\.ref \}\}$/);
  const given = jobs.apply.steps.find(({ uses }) => uses.includes('/deploy/github@'))?.with ?? {};
  expect(Object.keys(given)).toContain('server');
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
});

/** The options that the command of this line accepts; null for a line without a command of the command line. */
function optionsOf(line: string): { readonly named: readonly string[]; readonly known: readonly string[] } | null {
  const [, name, rest = ''] = /"\$ACTION\/carillon" ((?!validate)\S+) ([^|;]*)/.exec(line) ?? [];
  if (name === undefined) return null;
  const command = commands.find((each) => each.name() === name);
  const known = (command?.options ?? []).flatMap(({ short, long }) => [short ?? '', long ?? '']);
  return { named: [...rest.matchAll(/(?<= |^)--?[a-z-]+/g)].map(([option]) => option), known };
}

test('the documents are published by a script that exists', () => {
  const named = /- run: npm run (\S+)/.exec(readFileSync(join(root, 'deploy/github/publish-docs.yaml'), 'utf8'))?.[1];
  expect(Object.keys(scripts)).toContain(named);
});

test('the action uses only existing commands and options', () => {
  const used = readFileSync(join(root, ACTION), 'utf8')
    .split('\n')
    .flatMap((line) => optionsOf(line) ?? []);
  expect(used.length).toBeGreaterThan(1);
  for (const { named, known } of used) expect(known).toEqual(expect.arrayContaining([...named]));
});
