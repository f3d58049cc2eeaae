/** @promise S1 */
import { judgeSecretVariables, type VariableWorker, type VariableWorkers } from './secret-variables.js';

const free: VariableWorker = { command: ['report'] };
const rich: VariableWorker = { command: ['report'], envFrom: [{ secret: 'theirs', key: 'db', as: 'DB_HOST' }] };
const referenceTo = (as: string): { as: string; from: string; path: string } => ({ as, from: 'files', path: 'ibm/x' });

function judged(name: string, workers: Partial<VariableWorkers>): { invalid: string[]; forbidden: string[] } {
  const verdict = judgeSecretVariables(
    { secretsFrom: [referenceTo('OK_KEY'), referenceTo(name)] },
    { engine: 'kubernetes', workers: [free], ...workers },
  );
  const paths = (problems: readonly { path: string }[]): string[] => problems.map(({ path }) => path);
  return { invalid: paths(verdict.invalid), forbidden: paths(verdict.forbidden) };
}
const FIRST = 'secretsFrom.0.as';
const SECOND = 'secretsFrom.1.as';

test.each(['NODE_OPTIONS', 'LD_PRELOAD', 'BASH_ENV', 'HTTPS_PROXY', 'API_KEY'])(
  'the variable %s of a worker with rights of its own, or of a process, is set by an admin or not at all',
  (name) => {
    expect(judged(name, { workers: [rich] })).toEqual({ invalid: [], forbidden: [FIRST, SECOND] });
    expect(judged(name, { workers: [free, rich] })).toEqual({ invalid: [], forbidden: [FIRST, SECOND] });
    expect(judged(name, { engine: 'process' })).toEqual({ invalid: [], forbidden: [FIRST, SECOND] });
    expect(judged(name, {})).toEqual({ invalid: [], forbidden: [] });
  },
);

test('a worker opens a variable, or all of them, to its jobs', () => {
  const opening = (...jobFields: string[]): VariableWorker => ({ ...rich, jobFields });
  expect(judged('API_KEY', { workers: [opening('env.API_KEY')] }).forbidden).toEqual([FIRST]);
  expect(judged('API_KEY', { workers: [opening('env')] }).forbidden).toEqual([]);
  expect(judged('API_KEY', { engine: 'process', workers: [opening('env.API_KEY')] }).forbidden).toEqual([FIRST]);
  expect(judged('API_KEY', { engine: 'process', workers: [opening('env'), free] }).forbidden).toEqual([FIRST, SECOND]);
});

test.each<[string, VariableWorker]>([
  ['env', { env: { DB_HOST: 'db' } }],
  ['envFrom', { envFrom: [{ secret: 's', key: 'k', as: 'DB_HOST' }] }],
  [
    'podTemplate',
    { podTemplate: { spec: { containers: [{ name: 'main', env: [{ name: 'DB_HOST', value: 'x' }] }] } } },
  ],
])('no secret replaces a variable that the worker has in %s, unless the worker opens it', (_field, worker) => {
  expect(judged('DB_HOST', { workers: [free, worker] }).invalid).toEqual([SECOND]);
  expect(judged('DB_HOST', { engine: 'process', workers: [worker] }).invalid).toEqual([SECOND]);
  expect(judged('DB_HOST', { workers: [{ ...worker, jobFields: ['env.DB_HOST'] }] }).invalid).toEqual([]);
  expect(judged('db_host', { workers: [worker] }).invalid).toEqual([]);
});

test('no secret replaces a variable that every worker is given', () => {
  expect(judged('DB2', { names: ['DB2'] }).invalid).toEqual([SECOND]);
});

test('no secret replaces a variable that Carillon sets, even if the worker opens all variables', () => {
  const workers = [{ ...free, jobFields: ['env' as const] }];
  for (const name of [
    'JOB_SECURE_PARAMS',
    'JOB_ANY',
    'TASK_INDEX_KEY',
    'VC_A_HOSTS',
    'VK_TASK_INDEX',
    'RUN_ID',
    'PATH',
  ])
    expect([name, judged(name, { workers }).invalid]).toEqual([name, [SECOND]]);
});

test('the secrets of a web service are no variables', () => {
  expect(judged('JOB_ID', { engine: 'webservice', workers: [rich] })).toEqual({ invalid: [], forbidden: [] });
});
