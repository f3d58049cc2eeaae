import { traceIdOf } from '../telemetry/trace-context.js';
import { contextOfMessage, inLogContext } from './log-context.js';
import { createLogger, moduleLog } from './logger.js';
import { LogLevels, SIGNAL_LEVEL_MS } from './log-levels.js';
import { HandClock } from '#testing/hand-clock.js';

function logging(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLogger('executor', level, { replica: 'executor-1', destination: { write } });
  return { log, lines };
}

test('each line names the replica, and the run and trace of the work in which it is written, also after a wait', async () => {
  const { log, lines } = logging();
  await inLogContext({ run: 'j1-1' }, async () => {
    await Promise.resolve();
    moduleLog(log, 'runs').info({ attempt: 'a' }, 'begun');
  });
  log.info('outside');
  expect(lines).toMatchObject([
    { service: 'executor', replica: 'executor-1', module: 'runs', run: 'j1-1', trace: traceIdOf('j1-1'), attempt: 'a' },
    { service: 'executor', replica: 'executor-1', msg: 'outside' },
  ]);
  expect(lines[1]).not.toHaveProperty('run');
});

test('a trace of the caller replaces that of the run, and fields of the line itself replace all others', () => {
  const { log, lines } = logging();
  inLogContext({ run: 'j1-1', trace: 'theirs' }, () => {
    log.info({ run: 'j1-2' }, 'another');
  });
  expect(lines).toMatchObject([{ trace: 'theirs', run: 'j1-2' }]);
});

test.each([
  [{ v: 1, run: 'j1-1' }, { run: 'j1-1' }],
  [{ v: 1, attempt: 'j1-1/0/main/0/1' }, { run: 'j1-1' }],
  [{ v: 1, attempt: 'unheard of' }, {}],
  [{ v: 1, job: 'j1' }, {}],
  [null, {}],
])('the message %j is about %j', (payload, want) => {
  expect(contextOfMessage(payload)).toEqual(want);
});

test('the level of one module is changed for a limited time, and is then the usual one again', () => {
  const { log, lines } = logging();
  const clock = new HandClock();
  const levels = new LogLevels(log, clock);
  const kubernetes = moduleLog(log, 'kubernetes');
  const runs = moduleLog(log, 'runs');
  levels.set('debug', 60_000, 'kubernetes');
  for (const each of [log, kubernetes, runs]) each.debug('told?');
  clock.pass(60_000);
  kubernetes.debug('told again?');
  expect(lines.filter(({ level }) => level === 'debug')).toMatchObject([{ module: 'kubernetes', msg: 'told?' }]);
});

test('a module with its own level keeps it when the level of the service changes', () => {
  const { log } = logging();
  const clock = new HandClock();
  const levels = new LogLevels(log, clock);
  const database = moduleLog(log, 'database');
  const runs = moduleLog(log, 'runs');
  levels.set('error', 60_000, 'database');
  levels.set('trace', 60_000);
  expect([log.level, runs.level, database.level]).toEqual(['trace', 'trace', 'error']);
});

test('one signal raises the log level, the next restores it', () => {
  const { log } = logging();
  const clock = new HandClock();
  const levels = new LogLevels(log, clock);
  levels.toggle();
  expect(log.level).toBe('debug');
  levels.toggle();
  expect(log.level).toBe('info');
  levels.toggle();
  clock.pass(SIGNAL_LEVEL_MS);
  expect(log.level).toBe('info');
});
