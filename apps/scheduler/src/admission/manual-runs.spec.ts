import { AdmissionCase } from '#testing/admission-case.js';

test('a run that was just inserted is part of its dispatch and its answer', async () => {
  const scheduler = new AdmissionCase({ policy: 'Allow' });
  const reply = await scheduler.ask('r1');
  const [stored] = scheduler.runs.values();
  expect(reply).toEqual({ ok: true, run: 'r1', made: stored });
  expect(scheduler.dispatched).toEqual([{ run: 'r1', made: stored }]);
});

test('a run that existed before is not sent: it may belong to another request and may have changed since', async () => {
  const scheduler = new AdmissionCase({ policy: 'Allow' });
  await scheduler.ask('r1');
  scheduler.now += 1_000;
  expect(await scheduler.ask('r1')).toEqual({ ok: true, run: 'r1' });
  expect(scheduler.dispatched.at(-1)).toEqual({ run: 'r1', made: undefined });
});

test('a run that begins later is not sent: it may have changed by then', async () => {
  const scheduler = new AdmissionCase({ policy: 'Allow' });
  expect(await scheduler.ask('r1', null, scheduler.now + 1)).toEqual({ ok: true, run: 'r1' });
  expect(scheduler.dispatched).toEqual([{ run: 'r1', made: undefined }]);
});

test('no run of a large batch is sent', async () => {
  const scheduler = new AdmissionCase({ policy: 'Allow' });
  const replies = await Promise.all(Array.from({ length: 33 }, (_, i) => scheduler.ask(`r${i}`)));
  expect(replies.filter((reply) => reply.ok && reply.made !== undefined)).toEqual([]);
  expect(scheduler.dispatched.filter(({ made }) => made !== undefined)).toEqual([]);
});
