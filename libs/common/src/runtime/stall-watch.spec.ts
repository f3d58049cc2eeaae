import { HandClock } from '#testing/hand-clock.js';
import { StallWatch } from './stall-watch.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A resource whose answers the test gives. */
class Resource {
  readonly clock = new HandClock();
  readonly operations: ((error?: Error) => void)[] = [];
  readonly probes: ((error?: Error) => void)[] = [];
  readonly watch = new StallWatch('the resource', () => this.held(this.probes), this.clock);

  /** A request of a waiting caller, with one operation in it. */
  ask(): Promise<string> {
    return this.watch.orStalled(() => this.watch.note(() => this.held(this.operations)).then(() => 'answer'));
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      this.clock.pass(100);
      await settled();
    }
  }

  private held(ends: ((error?: Error) => void)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      ends.push((error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

const STANDS_STILL = { code: 'UNAVAILABLE', message: 'the resource does not answer' };

test('a waiting caller is refused when nothing ends and no probe is answered; a later caller is refused at once', async () => {
  const resource = new Resource();
  const asked = resource.ask().catch((error: unknown) => error);
  await resource.pass(1_500);
  expect(await asked).toMatchObject(STANDS_STILL);
  await expect(resource.ask()).rejects.toMatchObject(STANDS_STILL);
  expect(resource.operations).toHaveLength(1);
});

test('an operation that takes long is waited for while probes are answered', async () => {
  const resource = new Resource();
  const asked = resource.ask();
  for (let answers = 0; answers < 50; answers++) {
    await resource.pass(200);
    for (const answer of resource.probes.splice(0)) answer();
  }
  resource.operations[0]?.();
  expect(await asked).toBe('answer');
});

test.each([
  ['a probe', (resource: Resource) => resource.probes[0]?.()],
  ['an operation', (resource: Resource) => resource.operations[0]?.()],
])('the resource is used again once %s was answered', async (_, answer) => {
  const resource = new Resource();
  const asked = resource.ask().catch(() => 'refused');
  await resource.pass(1_500);
  expect(await asked).toBe('refused');
  answer(resource);
  await settled();
  const again = resource.ask();
  resource.operations.at(-1)?.();
  expect(await again).toBe('answer');
});

test('an operation or a probe that fails does not end a stall; the resource is probed again', async () => {
  const resource = new Resource();
  const asked = resource.ask().catch(() => 'refused');
  await resource.pass(1_500);
  expect(await asked).toBe('refused');
  resource.operations[0]?.(new Error('timed out'));
  resource.probes[0]?.(new Error('timed out'));
  await resource.pass(1_000);
  await expect(resource.ask()).rejects.toMatchObject(STANDS_STILL);
  expect(resource.probes.length).toBeGreaterThan(1);
});

test('a resource that refuses at once has not stalled: the caller gets its error', async () => {
  const resource = new Resource();
  const asked = resource.ask().catch((error: unknown) => error);
  resource.operations[0]?.(new Error('refused'));
  expect(await asked).toMatchObject({ message: 'refused' });
  await resource.pass(5_000);
  expect(resource.probes).toHaveLength(0);
});

test('answers that came while this process stood still count before the watch decides', async () => {
  const resource = new Resource();
  const asked = resource.ask();
  await resource.pass(700);
  expect(resource.probes).toHaveLength(1);
  resource.clock.pass(60_000);
  resource.probes[0]?.();
  await settled();
  resource.operations[0]?.();
  expect(await asked).toBe('answer');
});
