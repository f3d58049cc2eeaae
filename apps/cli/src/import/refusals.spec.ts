import type { Definition, Spec } from '../definitions/definition.js';
import { refusalsOf } from './refusals.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const worker = (spec: Spec): Definition => ({
  kind: 'Worker',
  spec: { id: 'acme-w', name: 'W', image: 'x', tenants: ['acme'], ...spec },
  source: 'a.yaml:1',
});
const job = (spec: Spec): Definition => ({
  kind: 'Job',
  spec: { id: 'acme-w', tenant: 'acme', name: 'J', worker: 'acme-w', ...spec },
  source: 'a.yaml:1',
});
const refused = (...definitions: readonly Definition[]): string[] =>
  refusalsOf(definitions, NOW).map(({ about, field, message }) => `${about}: ${field} ${message}`);

test.each<[string, Definition, string]>([
  [
    'a number in place of a quantity',
    worker({ resources: { limits: { 'nvidia.com/gpu': 1 } } }),
    'a.yaml:1 worker/acme-w: resources.limits.nvidia.com/gpu must be a string: a server refuses it',
  ],
  [
    'a field that no pod template may have',
    worker({ podTemplate: { spec: { hostNetwork: true } } }),
    'a.yaml:1 worker/acme-w: podTemplate.spec.hostNetwork is not allowed in a pod template: a server refuses it',
  ],
  [
    'a value in the text of a shell, at the worker',
    worker({ command: ['sh', '-c', 'echo ${option.x}'] }),
    'a.yaml:1 worker/acme-w: command.2 has ${option.x} in the text that a shell runs: write ${option.x:shell} outside of quotes, or pass the value as an argument or a variable: a server refuses it',
  ],
  [
    'a cron expression',
    job({ cron: '0 0 * * 8' }),
    'a.yaml:1 job/acme-w: cron day of week: 8 is not between 0 and 7: a server refuses it',
  ],
  [
    'a zone in the expression',
    job({ cron: 'TZ=Europe/Prague 0 0 * * 8' }),
    'a.yaml:1 job/acme-w: cron contains a time zone: use the field `timezone`: a server refuses it',
  ],
  [
    'a field that does not exist',
    job({ comand: ['x'] }),
    'a.yaml:1 job/acme-w: comand is not a known field: a server refuses it',
  ],
  [
    'a required option of a job with a schedule',
    job({ cron: '@daily', options: [{ name: 'x', type: 'string', required: true }] }),
    'a.yaml:1 job/acme-w: options.0.default is required: the option is required, but no values are given to scheduled runs: a server refuses it',
  ],
])('%s is refused', (_, definition, expected) => {
  expect(refused(definition)).toEqual([expected]);
});

test('the arguments of a job are judged together with the command of its worker', () => {
  const shell = worker({ command: ['sh', '-c'] });
  expect(refused(shell, job({ args: ['echo ${option.x}'] }))).toHaveLength(1);
  expect(refused(worker({ command: ['echo'] }), job({ args: ['${option.x}'] }))).toEqual([]);
});

test('a definition of another kind is judged by its shape', () => {
  expect(refused({ kind: 'Calendar', spec: { id: 'a', tenant: 'acme' }, source: 'a.yaml:1' })).toEqual([]);
  expect(refused({ kind: 'Calendar', spec: { id: 'a', tenant: 'acme', date: [] }, source: 'a.yaml:1' })).toEqual([
    'a.yaml:1 calendar/acme/a: date is not a known field: a server refuses it',
  ]);
});

test('a job with the name of another one of its tenant is named', () => {
  const other = (tenant: string): Definition => job({ id: `${tenant}-2`, tenant, cron: '@daily' });
  expect(refused(worker({}), job({}), other('acme'))).toContain(
    'a.yaml:1 job/acme-2: name is that of job/acme-w, too: a server refuses it',
  );
  expect(refused(worker({}), job({}), other('ibm')).filter((each) => each.includes('name is'))).toEqual([]);
});
