/** The workflows are what GitHub takes, and the commands and files that those of deploy/github use exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parse } from 'yaml';
import { z } from 'zod';
import { programOf } from '../../apps/cli/src/cli.js';
import type { Shell } from '../../apps/cli/src/shell.js';

const root = resolve(import.meta.dirname, '../..');
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })),
});
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const { commands } = programOf({ host: { now: Date.now } } as unknown as Shell, '0.0.0');

const files = globSync('deploy/github/*.yaml', { cwd: root }).sort();

test('there are workflows', () => {
  expect(files).toEqual(['deploy/github/apply-definitions.yaml', 'deploy/github/publish-docs.yaml']);
});

/** What GitHub says of a workflow. */
async function errorsIn(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: 'workflow.yaml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

const OURS = ['.github/workflows/release.yaml', '.github/workflows/servers.yaml'];

test.each([...files, ...OURS])('GitHub finds no error in %s', async (file) => {
  const content = readFileSync(join(root, file), 'utf8');
  expect(await errorsIn(content)).toEqual([]);
  expect(await errorsIn(content.replace('runs-on', 'runs-at'))).not.toEqual([]);
  expect(await errorsIn(content.replace(/(\n +(?:- )?run: )[^|\n].*/, '$1${{ matrix.'))).not.toEqual([]);
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

/** The options that the command of this line accepts; null for a line without a command of the command line. */
function optionsOf(line: string): { readonly named: readonly string[]; readonly known: readonly string[] } | null {
  const [, name, rest = ''] = /^node carillon\/scripts\/carillon\.mjs (\S+) ([^|]*)/.exec(line) ?? [];
  if (name === undefined) return null;
  const command = commands.find((each) => each.name() === name);
  const known = (command?.options ?? []).flatMap(({ short, long }) => [short ?? '', long ?? '']);
  return { named: [...rest.matchAll(/(?<= |^)--?[a-z-]+/g)].map(([option]) => option), known };
}

test.each(files)('%s uses only existing commands and files', (file) => {
  const { jobs } = workflow.parse(parse(readFileSync(join(root, file), 'utf8')));
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.trim().split('\n')));
  const named = lines.flatMap((line) => /^npm run (\S+)/.exec(line)?.[1] ?? []);
  const used = lines.flatMap((line) => optionsOf(line) ?? []);
  expect(named.length + used.length).toBeGreaterThan(0);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  for (const { named: options, known } of used) expect(known).toEqual(expect.arrayContaining([...options]));
  expect(existsSync(join(root, 'scripts/carillon.mjs'))).toBe(true);
});
