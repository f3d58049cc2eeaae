import { asAttemptId, asRunId } from '#common/domain/ids.js';
import { createLogger } from '#common/logging/logger.js';
import type { LogCursor } from '#common/mongo/log-export.store.js';
import { UnshippedLogs } from './unshipped-logs.js';

const cursor: LogCursor = { at: 100, run: asRunId('m'), line: null, rev: 3 };
const withinRun: LogCursor = { ...cursor, line: { attempt: asAttemptId('m/0/main/0/1'), seq: 2 } };

test.each([
  ['ended before the place', 99, 'z', cursor, 0],
  ['ended then, and has the earlier id', 100, 'a', cursor, 0],
  ['is the last that was shipped', 100, 'm', cursor, 0],
  ['is shipped in part', 100, 'm', withinRun, 7],
  ['ended then, and has the later id', 100, 'z', cursor, 7],
  ['ended after the place', 101, 'a', cursor, 7],
  ['was deleted by somebody', undefined, 'z', cursor, 0],
  ['ended before anything was shipped', 100, 'z', null, 0],
])('a run that %s', async (...[, ended, run, place, lost]) => {
  let counted = 0;
  const metrics = { exportLost: { inc: (_labels: object, lines: number) => (counted += lines) } };
  const store = {
    cursor: () => Promise.resolve(place),
    countLines: (runs: readonly string[]) => Promise.resolve(7 * runs.length),
  };
  const unshipped = new UnshippedLogs(store, metrics as never, createLogger('test', 'silent'));
  await unshipped.count([{ run: asRunId(run), isKeyed: false, ...(ended !== undefined && { ended }) }]);
  expect(counted).toBe(lost);
});

test('the cursor is read only for runs that ended after the last known place', async () => {
  let reads = 0;
  const store = {
    cursor: () => {
      reads++;
      return Promise.resolve(cursor);
    },
    countLines: () => Promise.resolve(0),
  };
  const unshipped = new UnshippedLogs(
    store,
    { exportLost: { inc: () => undefined } } as never,
    createLogger('test', 'silent'),
  );
  const remains = (ended: number) => [{ run: asRunId('a'), isKeyed: false, ended }];
  for (const ended of [50, 60, 99, 101]) await unshipped.count(remains(ended));
  expect(reads).toBe(2);
});
