/** The examples of the guide to dependencies are jobs that the API accepts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { newJob } from '#common/spec/job.js';

const read = (name: string): string => readFileSync(resolve(import.meta.dirname, '../../docs', name), 'utf8');
const examples = [...read('guide/dependencies.md').matchAll(/^```yaml\n([^]*?)^```$/gm)]
  .flatMap(([, text = '']) => parseAllDocuments(text))
  .map((document) => document.toJS() as Record<string, unknown>)
  .filter(({ kind }) => kind === 'Job');

it('the guide has three jobs', () => {
  expect(examples).toHaveLength(3);
});

it.each(examples)('$id', ({ kind: _, ...spec }) => {
  expect(newJob.safeParse(spec).error?.issues ?? []).toEqual([]);
});

it('the guide explains every field of a condition in the rules', () => {
  const [example = ''] = /^```yaml\n([^]*?)^```$/m.exec(read('dependencies.md'))?.slice(1) ?? [];
  const job = { tenant: 'ibm', name: 'Report', worker: 'shell', ...(parse(example) as object) };
  expect(newJob.safeParse(job).error?.issues ?? []).toEqual([]);
});
