/** @promise S4 */
import { commandProblems } from './command-problems.js';
import type { JobSpec } from './job.js';

const job = (over: Partial<JobSpec> = {}): JobSpec => ({ tenant: 'ibm', name: 'n', worker: 'w', ...over });
const shell = { engine: 'process', command: ['sh', '-c'], args: ['true'] } as const;
const paths = (of: JobSpec, worker: Parameters<typeof commandProblems>[1], tasks = new Map()): string[] =>
  commandProblems(of, worker, tasks).map(({ path }) => path);

test('a value in the text of a shell is reported at the job, the task or the worker that contains it', () => {
  const unsafe = 'report ${option.day}';
  expect(paths(job({ args: [unsafe] }), { ...shell, command: [...shell.command] })).toEqual(['args.0']);
  expect(paths(job({ command: ['bash', '-c', unsafe] }), { engine: 'kubernetes' })).toEqual(['command.2']);
  expect(paths(job({ tasks: [{ name: 'a', args: [unsafe] }] }), { ...shell, command: ['sh', '-c'] })).toEqual([
    'tasks.0.args.0',
  ]);
  expect(paths(job(), { engine: 'process', command: ['sh', '-c', unsafe] })).toEqual(['worker']);
  const own = new Map([['other', { engine: 'process' as const, command: ['sh', '-c', unsafe] }]]);
  expect(paths(job({ tasks: [{ name: 'a', worker: 'other' }] }), { engine: 'process', command: ['x'] }, own)).toEqual([
    'tasks.0.worker',
  ]);
});

test('values as arguments and as variables of the shell are allowed, and a web service runs no command', () => {
  const args = ['report "$1" ${option.day:shell}', 'sh', '${option.day}'];
  expect(paths(job({ args }), { ...shell, command: ['sh', '-c'] })).toEqual([]);
  expect(paths(job({ command: ['sh', '-c', '${option.day}'] }), { engine: 'webservice' })).toEqual([]);
});
