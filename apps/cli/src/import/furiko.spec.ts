import { importing, type ImportResult } from '#testing/importing.js';

const QUIET = 'securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false, enableServiceLinks: false';
const imported = (container: string, { spec = '', job = '' } = {}): ImportResult =>
  importing(`apiVersion: execution.furiko.io/v1alpha1
kind: JobConfig
metadata: { name: f }
spec:
  concurrency: { policy: Forbid }
  option: { options: [{ type: String, name: x, string: { default: d } }, { type: Bool, name: loud }] }
  ${spec}
  template: { spec: { ${job} taskTemplate: { pod: { spec: { ${QUIET}, containers: [{ name: c, image: 'a:1', ${container} }] } } } } }
`);

test.each([
  ['bash, -c, "echo ${option.x}"', 'echo ${option.x:shell}'],
  [`sh, -ec, 'echo "hello \${option.x}" now'`, 'echo "hello "${option.x:shell}"" now'],
  [`sh, -c, "echo 'a\\\\' \${option.x}"`, "echo 'a\\' ${option.x:shell}"],
  [`sh, -c, "echo 'a \${option.x}'"`, "echo 'a '${option.x:shell}''"],
  [`sh, -c, 'echo \\"\${option.x}'`, 'echo \\"${option.x:shell}'],
])('a value in the text of a shell, %s, is written as the server accepts it, and reported', (command, expected) => {
  const { workers, notes, refused } = imported(`command: [${command}]`);
  expect((workers[0]?.['command'] as string[]).at(-1)).toBe(expected);
  expect(refused).toEqual([]);
  expect(notes).toEqual([expect.stringContaining(`each of them is one word of it: ${expected}`)]);
});

test.each(['echo $(date ${option.x})', 'cat <<E\\n${option.x}\\nE', 'echo ${option.x} # it’s'])(
  'a value in %s stays, and the server’s refusal is reported',
  (text) => {
    const { notes, refused } = imported(`command: [sh, -c, "${text}"]`);
    expect(notes).toEqual([]);
    expect(refused).toEqual([expect.stringContaining('has ${option.x} in the text that a shell runs')]);
  },
);

test('a value as an argument stays as it is', () => {
  const { workers, notes, refused } = imported("command: [echo], args: ['${option.x} ${task.retry_index}']");
  expect(workers[0]).toMatchObject({ args: ['${option.x} ${task.retry_index}'] });
  expect([...notes, ...refused]).toEqual([]);
});

test.each(['UTC+08:00', 'UTC+05:30', 'GMT-3'])('the zone %s is written, or its refusal is reported', (zone) => {
  const { jobs, refused } = imported('', {
    spec: `schedule: { cron: { expression: '0 9 * * *', timezone: '${zone}' } }`,
  });
  expect(jobs[0]).toMatchObject({ schedule: { timezone: zone } });
  const plain = importing(`apiVersion: batch/v1
kind: CronJob
metadata: { name: f }
spec: { schedule: 0 9 * * *, timeZone: '${zone}', jobTemplate: { spec: { template: { spec: { containers: [{ image: a }] } } } } }
`);
  // By the check of the server, whatever it says.
  expect(refused).toEqual(plain.refused);
});

test.each([
  ['H 3 * * *', 'has H, which stands for another value here'],
  ['0 H(9-17)/2 * * *', 'has H, which stands for another value here'],
])('%s is reported', (expression, expected) => {
  const { notes, refused } = imported('', { spec: `schedule: { cron: { expression: '${expression}' } }` });
  expect(notes).toEqual([expect.stringContaining(`spec.schedule.cron.expression ${expected}`)]);
  expect(refused).toEqual([]);
});

test('names of days have no H that is reported', () => {
  const { notes } = imported('', { spec: "schedule: { cron: { expression: '0 3 * * THU' } }" });
  expect(notes).toEqual([]);
});

test.each([
  ['forbidTaskForceDeletion: true,', 'spec.template.spec.forbidTaskForceDeletion has no counterpart'],
  ['taskPendingTimeoutSeconds: 0,', 'spec.template.spec.taskPendingTimeoutSeconds is 0, no limit'],
  ['maxAtempts: 3,', 'spec.template.spec.maxAtempts is not a field of this format'],
])('%s is reported', (job, expected) => {
  expect(imported('', { job }).notes).toEqual([expect.stringContaining(expected)]);
});

test('labels of the template, and values that Carillon does not have, are reported', () => {
  const text = imported("args: ['${task.name}', '${job.type}', '${jobconfig.name}']");
  expect(text.workers[0]).toMatchObject({ args: ['${task.name}', '${job.type}', '${job.name}'] });
  expect(text.notes).toEqual([
    expect.stringContaining('has ${task.name}, for which Carillon has no such value'),
    expect.stringContaining('has ${job.type}, for which Carillon has no such value'),
  ]);
});

test('a bool without a value is false, and force deletion that is not forbidden is no difference', () => {
  const { jobs, notes } = imported('', { job: 'forbidTaskForceDeletion: false,' });
  expect(jobs[0]).toMatchObject({
    options: [
      { name: 'x', default: 'd' },
      { name: 'loud', default: false },
    ],
  });
  expect(notes).toEqual([]);
});
