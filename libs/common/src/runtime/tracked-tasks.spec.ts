import { TrackedTasks } from './tracked-tasks.js';

const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

test('a drain waits for the tasks under way, including those added meanwhile, however they end', async () => {
  const tasks = new TrackedTasks<string>();
  const first = gate();
  const second = gate();
  const ended: string[] = [];
  void tasks.add(
    first.opened.then(() => {
      ended.push('first');
      tasks.add(second.opened.then(() => Promise.reject(new Error('as planned')))).catch(() => ended.push('second'));
    }),
    'a',
  );
  expect([tasks.size, tasks.has('a'), tasks.keys]).toEqual([1, true, ['a']]);
  const drained = tasks.drain().then(() => ended.push('drained'));
  first.open();
  await new Promise(setImmediate);
  expect([ended, tasks.has('a'), tasks.size]).toEqual([['first'], false, 1]);
  second.open();
  await drained;
  expect(ended).toEqual(['first', 'second', 'drained']);
});

test('a drain waits no longer than its time limit', async () => {
  const tasks = new TrackedTasks();
  void tasks.add(gate().opened);
  await tasks.drain(1);
  await tasks.untilOneEnds(1);
  expect(tasks.size).toBe(1);
});

test('a wait resolves as soon as one of the tasks has ended', async () => {
  const tasks = new TrackedTasks<string>();
  const one = gate();
  void tasks.add(gate().opened, 'slow');
  void tasks.add(one.opened, 'quick');
  one.open();
  await tasks.untilOneEnds(60_000);
  expect(tasks.keys).toEqual(['slow']);
});
