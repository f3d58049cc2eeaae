import type { JobSpec } from '#common/spec/job.js';
import { aRun, aSpec, planFor } from '#testing/builders/run-builder.js';
import type { RunSite } from '../engines/engine.js';
import { siteMark, siteOf } from './run-site.js';

const plain: JobSpec = { tenant: 'ibm', name: 'A job', worker: 'worker' };
const site = (job: Partial<JobSpec>, change?: Parameters<typeof planFor>[1]): RunSite | null => {
  const whole = { ...plain, ...job };
  const plan = planFor(whole, change);
  return siteOf({ run: aRun(plan, change && { change }), spec: aSpec(whole), tasks: plan.tasks, namespace: null });
};
const tasks = [
  { name: 'ps', replicas: 2 },
  { name: 'worker', replicas: 3, minAvailable: 2, dependsOn: [{ task: 'ps', condition: 'Complete' as const }] },
];

test('a run that requests no shared objects has none', () => {
  expect(site({})).toBeNull();
  expect(site({ tasks, plugins: { env: [] }, volumes: [{ mountPath: '/a', claimName: 'x' }] })).toBeNull();
});

test.each<[string, Partial<JobSpec>]>([
  ['lists of hosts', { plugins: { svc: [] } }],
  ['keys', { plugins: { ssh: [] } }],
  [
    'a claim',
    {
      volumes: [
        { mountPath: '/a', claim: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      ],
    },
  ],
  ['a pod group', { schedulerName: 'volcano', tasks }],
])('a run shares %s if the job requests it', (_, job) => {
  expect(site(job)).toMatchObject({ run: 'job-1', slug: 'a-job' });
});

test('V27: waves that start one after the other are separate gangs; a run without a gang scheduler has none', () => {
  expect(site({ schedulerName: 'volcano', queue: 'gold', tasks })?.gangs).toEqual([
    { wave: 0, tasks: ['ps'], members: 2, queue: 'gold', priorityClassName: null },
    { wave: 1, tasks: ['worker'], members: 2, queue: 'gold', priorityClassName: null },
  ]);
  expect(site({ schedulerName: 'other', tasks })).toBeNull();
});

test('the mark of a site contains the numbers of hosts and members', () => {
  const job = { schedulerName: 'volcano', tasks, plugins: { svc: [] } };
  expect(siteMark(site(job)!)).toBe('ps=2,worker=3,gang=2,gang=2');
  expect(siteMark(site(job, { tasks: [{ name: 'ps', replicas: 4 }] })!)).toBe('ps=4,worker=3,gang=4,gang=2');
});
