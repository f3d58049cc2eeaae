/* eslint jest/no-standalone-expect: off -- each case is run inside a test, of cases.spec.ts */
/** The acceptance cases of Volcano's jobs, V1 to V40. */
import { runChange, type PolicySpec } from '#common/spec/tasks.js';
import { asRunId } from '#common/domain/ids.js';
import { normaliseTasks, runRules } from '#common/spec/normal-task.js';
import { CaseCluster, containersOf, variablesIn, type Part } from '../case-cluster.js';
import { CaseRun, problemsOf, type CaseJob } from '../case-run.js';
import type { KubeObject } from '../fake-api-server/kube-object.js';
import type { ReferenceCase } from '../reference-case.js';

/** A gang of pods of one task, with policies of the job. */
const gang = (replicas: number, policies: readonly PolicySpec[] = [], rest: CaseJob = {}): CaseJob => ({
  tasks: [{ name: 'a', replicas }],
  policies: [...policies],
  ...rest,
});
const on = (event: PolicySpec['event'], action: PolicySpec['action']): PolicySpec => ({ event, action });
const begun = (job: CaseJob): CaseRun => new CaseRun(job).go();
/** Containers that a template adds to the worker's own. */
const BESIDE = {
  spec: { containers: [{ name: 'side', image: 'x' }], initContainers: [{ name: 'first', image: 'y' }] },
};

export const VOLCANO_CASES: readonly ReferenceCase[] = [
  {
    no: 'V1',
    says: 'PodFailed → RestartJob, a pod exits 1: Pending, Running, Restarting, and again',
    holds: (): void => {
      const run = begun(gang(2, [on('PodFailed', 'RestartJob')]))
        .does(1, 'a/0')
        .go(1);
      expect(run.phases).toEqual(['Pending', 'Running', 'Restarting', 'Pending', 'Running']);
      expect(run.run.generation).toBe(1);
    },
  },
  {
    no: 'V2',
    says: 'PodFailed → TerminateJob: Pending, Running, Terminating, Terminated',
    holds: (): void => {
      const run = begun(gang(2, [on('PodFailed', 'TerminateJob')])).does(1, 'a/0');
      expect(run.phases).toEqual(['Pending', 'Running', 'Terminating', 'Terminated']);
    },
  },
  {
    no: 'V3',
    says: 'PodFailed → AbortJob: Pending, Running, Aborting, Aborted',
    holds: (): void => {
      const run = begun(gang(2, [on('PodFailed', 'AbortJob')])).does(1, 'a/0');
      expect(run.phases).toEqual(['Pending', 'Running', 'Aborting', 'Aborted']);
    },
  },
  {
    no: 'V4',
    says: 'PodEvicted → RestartJob, a running pod is deleted: Running, Restarting, Pending, Running',
    holds: (): void => {
      const run = begun(gang(2, [on('PodEvicted', 'RestartJob')]))
        .does('deletedByOther', 'a/1')
        .go(1);
      expect(run.phases).toEqual(['Pending', 'Running', 'Restarting', 'Pending', 'Running']);
    },
  },
  {
    no: 'V5',
    says: 'PodEvicted → TerminateJob, a pod is deleted: Terminating, Terminated',
    holds: (): void => {
      const run = begun(gang(2, [on('PodEvicted', 'TerminateJob')])).does('deletedByOther', 'a/1');
      expect(run.phases.slice(-2)).toEqual(['Terminating', 'Terminated']);
    },
  },
  {
    no: 'V6',
    says: 'PodEvicted → AbortJob: Aborting, Aborted',
    holds: (): void => {
      const run = begun(gang(2, [on('PodEvicted', 'AbortJob')])).does('evicted', 'a/1');
      expect(run.phases.slice(-2)).toEqual(['Aborting', 'Aborted']);
    },
  },
  {
    no: 'V7',
    says: '"*" → RestartJob, a pod is deleted: Restarting, then it runs again',
    holds: (): void => {
      const run = begun(gang(2, [on('*', 'RestartJob')]))
        .does('deletedByOther', 'a/1')
        .go(1);
      expect(run.phases.slice(-3)).toEqual(['Restarting', 'Pending', 'Running']);
    },
  },
  {
    no: 'V8',
    says: 'PodFailed → RestartPod and PodEvicted → TerminateJob after five minutes: what RestartPod ends terminates nothing',
    holds: (): void => {
      const later = { ...on('PodEvicted', 'TerminateJob'), timeoutSeconds: 300 };
      const run = begun(gang(2, [on('PodFailed', 'RestartPod'), later]))
        .does(1, 'a/0')
        .go(1);
      expect(run.active).toEqual(['a/0', 'a/1']);
      expect(run.go(600).run.phase).toBe('Running');
      const task = begun(gang(3, [on('PodFailed', 'RestartTask'), later]))
        .does(1, 'a/0')
        .go(600);
      expect([task.run.phase, task.active.length]).toEqual(['Running', 3]);
    },
  },
  {
    no: 'V9',
    says: 'Unknown → RestartJob, a member is lost and its replacement finds no place: Restarting; with places again Running',
    differs: true,
    holds: (): void => {
      const run = lostMember('RestartJob');
      expect(run.phases).toContain('Restarting');
      run.placing = 'runs';
      run.go(5).begins(...run.active);
      expect(run.run).toMatchObject({ phase: 'Running', generation: 1 });
    },
  },
  {
    no: 'V10',
    says: 'Unknown → AbortJob: Aborted',
    differs: true,
    holds: (): void => {
      expect(lostMember('AbortJob').run.phase).toBe('Aborted');
    },
  },
  {
    no: 'V11',
    says: 'two tasks, TaskCompleted → CompleteJob, one of them ends: Completing, Completed, the pods of the other are stopped',
    holds: (): void => {
      const tasks = [
        { name: 'a', replicas: 2 },
        { name: 'b', replicas: 2 },
      ];
      const run = begun({ tasks, policies: [on('TaskCompleted', 'CompleteJob')] });
      run.stopping = false;
      run.does('well', 'a/0').does('well', 'a/1');
      expect([run.run.phase, run.terminating]).toEqual(['Completing', 2]);
      expect(run.does('deletedByUs', 'b/0', 'b/1').run.phase).toBe('Completed');
    },
  },
  {
    no: 'V12',
    says: 'the same as a policy of the task',
    holds: (): void => {
      const policies = [on('TaskCompleted', 'CompleteJob')];
      const run = begun({
        tasks: [
          { name: 'a', replicas: 1, policies },
          { name: 'b', replicas: 2 },
        ],
      });
      expect(run.does('well', 'b/0').does('well', 'b/1').run.phase).toBe('Running');
      const other = begun({
        tasks: [
          { name: 'a', replicas: 1, policies },
          { name: 'b', replicas: 2 },
        ],
      });
      expect(other.does('well', 'a/0').run.phase).toBe('Completed');
    },
  },
  {
    no: 'V13',
    says: 'TaskFailed when restarts in place reach maxRestarts',
    holds: (): void => {
      const run = begun(gang(2, [on('TaskFailed', 'TerminateJob')]));
      const restarts = (where: string, count: number): CaseRun =>
        run.hears({
          type: 'observed',
          observation: { type: 'restarted', attempt: run.liveAt(where).id, restarts: count },
        });
      expect([restarts('a/0', 1).run.phase, restarts('a/1', 1).run.phase]).toEqual(['Running', 'Running']);
      expect(restarts('a/1', 2).phases.slice(-2)).toEqual(['Terminating', 'Terminated']);
    },
  },
  {
    no: 'V14',
    says: 'exit code 3 → RestartJob: it restarts on 3 and on no other code',
    holds: (): void => {
      const job = gang(1, [{ exitCode: 3, action: 'RestartJob' }]);
      expect(begun(job).does(3, 'a/0').phases).toContain('Restarting');
      expect(begun(job).does(4, 'a/0').phases).not.toContain('Restarting');
    },
  },
  {
    no: 'V15',
    says: '[PodEvicted, PodFailed] → TerminateJob: either of them',
    holds: (): void => {
      const job = gang(2, [{ events: ['PodEvicted', 'PodFailed'], action: 'TerminateJob' }]);
      expect(begun(job).does('evicted', 'a/0').run.phase).toBe('Terminated');
      expect(begun(job).does(1, 'a/0').run.phase).toBe('Terminated');
    },
  },
  {
    no: 'V16',
    says: 'the policy of the task before that of the job: Restarting, not Aborting',
    holds: (): void => {
      const tasks = [{ name: 'a', replicas: 2, policies: [on('PodFailed', 'RestartJob')] }];
      const run = begun({ tasks, policies: [on('PodFailed', 'AbortJob')] }).does(1, 'a/0');
      expect([run.phases.includes('Restarting'), run.phases.includes('Aborting')]).toEqual([true, false]);
    },
  },
  {
    no: 'V17',
    says: 'maxRetry 2, PodFailed → RestartJob, it always fails: Failed after two restarts, what runs is stopped',
    differs: true,
    holds: (): void => {
      const run = begun(gang(2, [on('PodFailed', 'RestartJob')], { maxRetry: 2 }));
      run.does(1, 'a/0').go(1).does(1, 'a/0').go(2).does(1, 'a/0');
      expect(run.run).toMatchObject({ phase: 'Failed', reason: 'MaxRetryExceeded', retries: 2, live: [] });
    },
  },
  {
    no: 'V18',
    says: 'a pod has succeeded and the run completes: its success stays, nothing was retried',
    holds: (): void => {
      const run = begun(gang(2, [on('TaskCompleted', 'CompleteJob')]))
        .does('well', 'a/0')
        .does('well', 'a/1');
      expect(run.run).toMatchObject({ phase: 'Completed', retries: 0, tasks: [{ succeeded: 2 }] });
    },
  },
  {
    no: 'V19',
    says: 'minSuccess 2 of three short and two endless pods: Completed, the endless ones are stopped',
    holds: (): void => {
      const run = begun(gang(5, [], { minSuccess: 2, minAvailable: 2 }))
        .does('well', 'a/0')
        .does('well', 'a/1');
      expect(run.run).toMatchObject({ phase: 'Completed', reason: 'MinSuccessReached', live: [] });
    },
  },
  {
    no: 'V20',
    says: 'a task with svc grows from 2 to 4: four pods, and the file lists four hosts',
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const run = begun(gang(2, [], { plugins: { svc: [] } }));
        await cluster.follow(run);
        expect(hostsIn(cluster)).toEqual(['a-job-a-0', 'a-job-a-1']);
        await cluster.follow(run.change({ tasks: [{ name: 'a', replicas: 4 }] }));
        expect(run.active).toEqual(['a/0', 'a/1', 'a/2', 'a/3']);
        expect([cluster.api.pods().length, hostsIn(cluster).at(-1)]).toEqual([4, 'a-job-a-3']);
        expect(hostsIn(cluster)).toHaveLength(4);
      }),
  },
  {
    no: 'V21',
    says: 'from 2 to 1: the highest index goes, and the file lists one host',
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const run = begun(gang(2, [], { plugins: { svc: [] } }));
        await cluster.follow(run);
        await cluster.follow(run.change({ tasks: [{ name: 'a', replicas: 1 }] }));
        await cluster.podsLeft(1);
        expect([run.active, hostsIn(cluster)]).toEqual([['a/0'], ['a-job-a-0']]);
        expect(cluster.pod(run, 'a/0')).toMatchObject({ spec: { hostname: 'a-job-a-0' } });
      }),
  },
  {
    no: 'V22',
    says: 'to 0: the run goes on; back to 2: Running again',
    differs: true,
    holds: (): void => {
      const run = begun(gang(2)).change({ tasks: [{ name: 'a', replicas: 0 }] });
      expect([run.active, run.run.finished]).toEqual([[], null]);
      run.change({ tasks: [{ name: 'a', replicas: 2 }] });
      expect([run.active, run.run.phase]).toEqual([['a/0', 'a/1'], 'Running']);
    },
  },
  {
    no: 'V23',
    says: 'aborted while running: Aborted; resumed: Running',
    holds: (): void => {
      const run = begun(gang(2)).command('abort');
      expect(run.run.phase).toBe('Aborted');
      expect(run.command('resume').run).toMatchObject({ phase: 'Running', retries: 0 });
    },
  },
  {
    no: 'V24',
    says: 'aborted while Pending: Aborted',
    holds: (): void => {
      const run = new CaseRun(gang(2));
      run.placing = 'waits';
      expect(run.go().run.phase).toBe('Pending');
      expect(run.command('abort').run.phase).toBe('Aborted');
    },
  },
  {
    no: 'V25',
    says: 'killed in any phase: nothing of it is left',
    holds: (): void => {
      const restarting = begun(gang(2, [on('PodFailed', 'RestartJob')]));
      restarting.stopping = false;
      restarting.does(1, 'a/0');
      expect(restarting.run.phase).toBe('Restarting');
      restarting.stopping = true;
      for (const run of [begun(gang(2)), new CaseRun(gang(2)), restarting]) {
        expect(run.command('kill').run).toMatchObject({ phase: 'Aborted', live: [], effects: [] });
      }
    },
  },
  {
    no: 'V26',
    says: 'a claim that exists is used; one that is described is made, kept over a resume and removed at the end',
    differs: true,
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const spec = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } };
        const volumes = [
          { mountPath: '/in', claimName: 'input' },
          { mountPath: '/out', claim: spec },
          { mountPath: '/t' },
        ];
        const kind = 'persistentvolumeclaims';
        cluster.api.store.create(kind, 'workers', { metadata: { name: 'input' } } as KubeObject);
        const run = begun(gang(2, [], { volumes }));
        const own = cluster.namesOf(run).claim(1);
        await cluster.follow(run);
        for (const where of ['a/0', 'a/1']) {
          expect(cluster.pod(run, where)).toMatchObject({
            spec: {
              volumes: [
                { name: 'carillon' },
                { name: 'volume-0', persistentVolumeClaim: { claimName: 'input' } },
                { name: 'volume-1', persistentVolumeClaim: { claimName: own } },
                { name: 'volume-2', emptyDir: {} },
              ],
            },
          });
        }
        const made = (): KubeObject | undefined => cluster.objects(kind).find(({ metadata }) => metadata.name === own);
        expect(made()).toMatchObject({ spec });
        expect(run.basis.spec.job.volumes).toEqual(volumes);
        const before = made()?.metadata.uid;
        await cluster.follow(run.command('abort'));
        await cluster.follow(run.command('resume'));
        expect(made()?.metadata.uid).toBe(before);
        await cluster.follow(run.does('well', 'a/0', 'a/1'));
        expect(cluster.objects(kind).map(({ metadata }) => metadata.name)).toEqual(['input']);
      }),
  },
  {
    no: 'V27',
    says: 'with a gang scheduler or without: minAvailable members begin together, or none',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(gang(3, [], { minAvailable: 2, schedulerName: 'volcano' }));
      run.grant = 1;
      expect(run.go().starts).toEqual([]);
      run.grant = 2;
      expect(run.go().starts.slice(0, 2)).toEqual(['a/0.1', 'a/1.1']);
    },
  },
  {
    no: 'V28',
    says: 'what is no failure moves nothing; PodPending is answered after its time, and only with one',
    holds: (): void => {
      const slow = new CaseRun(gang(1, [{ ...on('PodPending', 'RestartPod'), timeoutSeconds: 60 }], { maxRetry: 1 }));
      slow.placing = 'waits';
      slow.go();
      const [first] = slow.starts;
      slow.go(59);
      expect(slow.starts).toEqual([first]);
      slow.go(1).go(1);
      expect(slow.starts).toHaveLength(2);
      const quick = new CaseRun(gang(1, [{ ...on('PodPending', 'RestartPod'), timeoutSeconds: 60 }])).go();
      expect(quick.go(120).starts).toHaveLength(1);
    },
  },
  {
    no: 'V29',
    says: 'Restarting with restarts left goes to Pending; with none left the run fails',
    differs: true,
    holds: (): void => {
      const run = begun(gang(1, [on('PodFailed', 'RestartJob')], { maxRetry: 1 }))
        .does(1, 'a/0')
        .go(1);
      expect(run.phases.slice(-3)).toEqual(['Restarting', 'Pending', 'Running']);
      expect(run.does(1, 'a/0').run).toMatchObject({ phase: 'Failed', retries: 1 });
    },
  },
  {
    no: 'V30',
    says: 'five replicas, minAvailable 3: with three of them pending it is Pending, with two Running',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(gang(5, [], { minAvailable: 3 }));
      run.placing = 'waits';
      run.go().begins('a/0', 'a/1');
      expect(run.run.phase).toBe('Pending');
      expect(run.begins('a/2').run.phase).toBe('Running');
    },
  },
  {
    no: 'V31',
    says: 'dependsOn: a task starts when the other is ready, or has succeeded, and not before',
    holds: (): void => {
      const tasks = [
        { name: 'ps', replicas: 2 },
        { name: 'worker', replicas: 1, dependsOn: [{ task: 'ps' }] },
      ];
      const run = new CaseRun({ tasks });
      run.placing = 'waits';
      run.go().begins('ps/0');
      expect(run.active).toEqual(['ps/0', 'ps/1']);
      run.begins('ps/1');
      expect(run.active).toEqual(['ps/0', 'ps/1', 'worker/0']);
      const done = begun({ tasks: [tasks[0]!, { ...tasks[1]!, dependsOn: [{ task: 'ps', condition: 'Complete' }] }] });
      expect(done.active).toEqual(['ps/0', 'ps/1']);
      expect(done.does('well', 'ps/0').does('well', 'ps/1').active).toEqual(['worker/0']);
    },
  },
  {
    no: 'V32',
    says: 'one pod or all of them begin again: the pod group stays, and all else that the run shares; it goes when the run ends',
    differs: true,
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const policies: PolicySpec[] = [
          { exitCode: 1, action: 'RestartPod' },
          { exitCode: 2, action: 'RestartJob' },
        ];
        const run = begun(gang(2, policies, { schedulerName: 'volcano', plugins: { svc: [], ssh: [] } }));
        const shared = (): string[] =>
          ['podgroups', 'services', 'networkpolicies', 'configmaps', 'secrets']
            .flatMap((kind) => cluster.objects(kind))
            .map(({ metadata }) => metadata.uid);
        await cluster.follow(run);
        expect(cluster.objects('podgroups')).toMatchObject([{ spec: { minMember: 2 } }]);
        const before = shared();
        expect(before).toHaveLength(5);
        await cluster.follow(run.does(1, 'a/0').go(1));
        expect([run.liveAt('a/0').attempt, run.liveAt('a/1').attempt, shared()]).toEqual([2, 1, before]);
        run.stopping = false;
        await cluster.follow(run.does(2, 'a/0'));
        expect([run.run.phase, shared()]).toEqual(['Restarting', before]);
        await cluster.follow(run.does('deletedByUs', 'a/1').go(2));
        expect([run.run.phase, run.run.generation, shared()]).toEqual(['Running', 1, before]);
        await cluster.follow(run.does('well', 'a/0', 'a/1'));
        expect([run.run.phase, shared()]).toEqual(['Completed', []]);
      }),
  },
  {
    no: 'V33',
    says: 'env: both variables of the index, in every container and init container',
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const run = begun(gang(2, [], { plugins: { env: [] }, podTemplate: BESIDE }));
        await cluster.follow(run);
        for (const index of ['0', '1']) {
          const containers = containersOf(cluster.pod(run, `a/${index}`));
          expect(containers.map(({ name }) => name)).toEqual(['main', 'side', 'first']);
          for (const container of containers)
            expect(variablesIn(container)).toMatchObject({ VC_TASK_INDEX: index, VK_TASK_INDEX: index });
        }
        const without = new CaseRun({ podTemplate: BESIDE }, { id: asRunId('without') }).go();
        await cluster.follow(without);
        for (const container of containersOf(cluster.pod(without, 0)))
          expect(variablesIn(container)).not.toHaveProperty('VC_TASK_INDEX');
      }),
  },
  {
    no: 'V34',
    says: 'svc without variables: the lists are there all the same; without a policy: none is made; with both: both are',
    differs: true,
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const told = async (svc: string[], id: string): Promise<[string[], number]> => {
          const run = new CaseRun(gang(2, [], { plugins: { svc } }), { id: asRunId(id) }).go();
          await cluster.follow(run);
          const names = cluster.namesOf(run);
          const lists = cluster.api.store.get('configmaps', 'workers', names.hosts)!;
          const hosts = `a-job-a-0.${names.subdomain}\na-job-a-1.${names.subdomain}\n`;
          expect(lists['data']).toMatchObject({ 'a.host': hosts, VC_A_NUM: '2' });
          const [main] = containersOf(cluster.pod(run, 'a/0'));
          const mount = { name: 'carillon-svc', mountPath: '/etc/volcano', readOnly: true };
          expect(main!['volumeMounts']).toContainEqual(mount);
          const policies = cluster
            .objects('networkpolicies')
            .filter(({ metadata }) => metadata.name === names.subdomain);
          return [Object.keys(variablesIn(main!)).filter((name) => name.startsWith('VC_')), policies.length];
        };
        const variables = ['VC_A_HOSTS', 'VC_A_NUM'];
        expect(await told([], 'both')).toEqual([variables, 1]);
        expect(await told(['--inject-hosts-env=false'], 'no-variables')).toEqual([[], 1]);
        expect(await told(['--disable-network-policy'], 'no-policy')).toEqual([variables, 0]);
      }),
  },
  {
    no: 'V35',
    says: 'ssh: the key pair of the run is mounted in every container',
    differs: true,
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const run = begun(gang(2, [], { plugins: { ssh: [] }, podTemplate: BESIDE }));
        await cluster.follow(run);
        const { keys } = cluster.namesOf(run);
        // A name that somebody could guess would let others mount it.
        expect(keys).toMatch(/^carillon-run-[0-9a-f]{32}$/);
        const [secret, ...others] = cluster.objects('secrets');
        expect([secret!.metadata.name, others]).toEqual([keys, []]);
        expect(Object.keys(secret!['data'] as object).sort()).toEqual([
          'authorized_keys',
          'config',
          'id_rsa',
          'id_rsa.pub',
        ]);
        const pod = cluster.pod(run, 'a/1');
        const volume = { name: 'carillon-ssh', secret: { secretName: keys, defaultMode: 0o444 } };
        expect((pod['spec'] as Part)['volumes']).toContainEqual(volume);
        const mount = { name: 'carillon-ssh', mountPath: '/root/.ssh', readOnly: true };
        for (const container of containersOf(pod)) expect(container['volumeMounts']).toContainEqual(mount);
      }),
  },
  {
    no: 'V36',
    says: 'what admission refuses',
    differs: true,
    holds: (): void => {
      const a = { name: 'a' };
      const refused = (job: object): readonly string[] => problemsOf(job).map(({ path }) => path);
      expect(refused({ tasks: [a, a] })).toEqual(['tasks.1.name']);
      expect(refused({ tasks: [{ ...a, replicas: 2, minAvailable: 3 }] })).toEqual(['tasks.0.minAvailable']);
      const policies = (...list: readonly object[]): object => ({ policies: list });
      expect(refused(policies({ event: 'PodFailed', exitCode: 3, action: 'AbortJob' }))).toEqual([
        'policies.0.exitCode',
      ]);
      expect(refused(policies({ exitCode: 0, action: 'AbortJob' }))).toEqual(['policies.0.exitCode']);
      expect(refused(policies({ events: ['*', 'PodFailed'], action: 'AbortJob' }))).toEqual(['policies']);
      expect(refused({ plugins: { tensorflow: [] } })).toEqual(['plugins']);
      const circle = [
        { ...a, dependsOn: [{ task: 'b' }] },
        { name: 'b', dependsOn: [{ task: 'a' }] },
      ];
      expect(refused({ tasks: circle })).toEqual(['tasks.0.dependsOn']);
      expect(runChange.safeParse({ image: 'other' }).success).toBe(false);
    },
  },
  {
    no: 'V37',
    says: 'what is left out',
    differs: true,
    holds: (): void => {
      const job: CaseJob = {
        tasks: [
          { name: 'ps', replicas: 2 },
          { name: 'worker', replicas: 5, minAvailable: 3 },
        ],
      };
      const tasks = normaliseTasks(job);
      expect(runRules(job, tasks)).toMatchObject({ minAvailable: 5, maxRetry: 3 });
      expect(tasks.map(({ maxRestarts }) => maxRestarts)).toEqual([3, 3]);
      expect(problemsOf({ tasks: [{ replicas: 1 }] }).map(({ path }) => path)).toEqual(['tasks.0.name']);
      expect(problemsOf({ ...job, minAvailable: 0 }).map(({ path }) => path)).toEqual(['minAvailable']);
    },
  },
  {
    no: 'V38',
    says: 'kept for no time: removed when it has ended; ten seconds: then; unfinished: not at all',
    holds: (): void => {
      const run = begun(gang(1, [], { retention: { maxAgeSeconds: 60 } }));
      expect(run.run.expireAt).toBeNull();
      expect(run.does('well', 'a/0').run.expireAt).toBe(run.now + 60_000);
    },
  },
  {
    no: 'V39',
    says: 'a task of higher priority starts first when there is little room',
    differs: true,
    holds: (): void => {
      const tasks = [
        { name: 'low', replicas: 2 },
        { name: 'high', replicas: 2, priorityClassName: 'system-cluster-critical' },
      ];
      const run = new CaseRun({ tasks, minAvailable: 1 });
      run.grant = 1;
      expect(run.go().starts.slice(0, 2)).toEqual(['high/0.1', 'high/1.1']);
    },
  },
  {
    no: 'V40',
    says: 'a gang that finds no places stays Pending; its members are let go and tried again together',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(gang(3));
      run.placing = 'waits';
      run.go().begins('a/0');
      expect([run.run.phase, run.active.length]).toEqual(['Pending', 3]);
      run.go(121);
      expect([run.run.phase, run.active]).toEqual(['Pending', []]);
      run.placing = 'runs';
      run.go(10);
      expect([run.run.phase, run.active.length, run.failures]).toEqual(['Running', 3, 0]);
    },
  },
];

/** The first labels of the hosts that the file of the task `a` lists. */
function hostsIn(cluster: CaseCluster): string[] {
  const [lists] = cluster.objects('configmaps');
  const { 'a.host': hosts = '' } = lists!['data'] as Record<string, string>;
  return hosts
    .trim()
    .split('\n')
    .map((host) => host.split('.')[0]!);
}

/** A gang of two is whole, loses one, and its replacement exists but finds no place. */
function lostMember(action: PolicySpec['action']): CaseRun {
  const run = begun(gang(2, [on('Unknown', action)], { maxAttempts: 9, minAvailable: 2 }));
  run.placing = 'waits';
  run.does('evicted', 'a/1');
  const { id } = run.liveAt('a/1');
  const waiting = { type: 'waiting', attempt: id, reason: 'Unschedulable', message: 'no node has room' } as const;
  return run.hears({ type: 'observed', observation: waiting });
}
