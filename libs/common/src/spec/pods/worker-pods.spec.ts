/** @promise S1 */
import { plainTenant } from '../../mongo/tenants.store.js';
import { asTenantId } from '../../domain/ids.js';
import type { Tenant } from '../definitions.js';
import { problemsOfWorker } from './worker-pods.js';

const tenant = (id: string, podTemplatePaths: readonly string[] | null): Tenant => ({
  ...plainTenant(asTenantId(id), 0),
  podTemplatePaths,
});
const host = { name: 'Host', image: 'x', podTemplate: { spec: { hostNetwork: true } } };
const paths = (...args: Parameters<typeof problemsOfWorker>): string[] =>
  problemsOfWorker(...args).map(({ path }) => path);

test('a worker for all tenants has the rights that all tenants have; a worker for some has the rights that any of them has', () => {
  expect(paths(host, null)).toEqual(['podTemplate.spec.hostNetwork']);
  expect(paths({ ...host, tenants: ['a'] }, [tenant('a', ['spec.hostNetwork'])])).toEqual([]);
  expect(paths({ ...host, tenants: ['a', 'b'] }, [tenant('a', null), tenant('b', ['spec.hostNetwork'])])).toEqual([]);
  expect(paths({ ...host, tenants: ['nobody'] }, [])).toEqual(['podTemplate.spec.hostNetwork']);
});

test('a value that its command would run as code is reported, on every engine that runs commands', () => {
  const command = ['sh', '-c', 'x ${option.y}'];
  expect(paths({ name: 'W', engine: 'process', command }, null)).toEqual(['command.2']);
  expect(paths({ name: 'W', image: 'x', command: ['sh', '-c'], args: ['x ${option.y}'] }, null)).toEqual(['args.0']);
  expect(paths({ name: 'W', engine: 'webservice', command }, null)).toEqual([]);
});
