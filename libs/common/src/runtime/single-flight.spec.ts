import { SingleFlight } from './single-flight.js';

/** Reads that the test ends, in the order in which they were begun. */
function heldReads(): { reads: SingleFlight<string, string>; begun: string[]; end: (value: string | Error) => void } {
  const begun: string[] = [];
  const ends: ((value: string | Error) => void)[] = [];
  const reads = new SingleFlight<string, string>((key) => {
    begun.push(key);
    return new Promise((resolve, reject) => {
      ends.push((value) => {
        if (value instanceof Error) reject(value);
        else resolve(value);
      });
    });
  });
  return { reads, begun, end: (value) => ends.shift()?.(value) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('callers of the same moment share a read, and callers that come during it share the next', async () => {
  const { reads, begun, end } = heldReads();
  const first = [reads.get('job'), reads.get('job')];
  await settled();
  const later = [reads.get('job'), reads.get('job')];
  await settled();
  expect(begun).toEqual(['job']);
  end('old');
  expect(await Promise.all(first)).toEqual(['old', 'old']);
  await settled();
  expect(begun).toEqual(['job', 'job']);
  end('new');
  expect(await Promise.all(later)).toEqual(['new', 'new']);
});

test('no caller waits for the read of another key', async () => {
  const { reads, begun } = heldReads();
  void reads.get('one');
  await settled();
  void reads.get('other');
  await settled();
  expect(begun).toEqual(['one', 'other']);
});

test('a read that fails, fails only for the callers that share it', async () => {
  const { reads, end } = heldReads();
  const failing = reads.get('job');
  await settled();
  const next = reads.get('job');
  end(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  await settled();
  end('there');
  expect(await next).toBe('there');
  const after = reads.get('job');
  await settled();
  end('again');
  expect(await after).toBe('again');
});
