import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../errors.js';
import { keepApplied, leftBehind, look, NOTHING_SEEN, stateOf } from './kept-applied.js';

/** The states for which it is due, of a sequence of them. */
function dueOf(...states: string[]): string[] {
  const due: string[] = [];
  let seen = NOTHING_SEEN;
  for (const state of states) {
    const step = look(seen, state);
    seen = step.seen;
    if (step.isDue) due.push(state);
  }
  return due;
}

test('a state is applied once, after it was seen twice', () => {
  expect(dueOf('a')).toEqual([]);
  expect(dueOf('a', 'a', 'a', 'a')).toEqual(['a']);
  expect(dueOf('a', 'a', 'b', 'b', 'b', 'c', 'c')).toEqual(['a', 'b', 'c']);
});

test('files that are still being written are not applied', () => {
  expect(dueOf('a', 'a', 'b', 'c', 'd', 'd')).toEqual(['a', 'd']);
});

test('a change that is taken back before it was applied applies nothing', () => {
  expect(dueOf('a', 'a', 'b', 'a', 'a')).toEqual(['a']);
});

test('objects that no file defines any more are named', () => {
  expect(leftBehind(['job/a', 'job/b'], ['job/b', 'job/c'])).toEqual([
    'job/a is in no file any more: it stays until it is removed by carillon delete',
  ]);
});

describe('a folder', () => {
  let folder: string;
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carillon-kept-'));
    write('job.yaml', 'one');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test.each<[what: string, change: () => void]>([
    [
      'a longer file',
      () => {
        write('job.yaml', 'longer');
      },
    ],
    [
      'a new file',
      () => {
        write('other.yml', '');
      },
    ],
    [
      'a file in a new folder below',
      () => {
        mkdirSync(join(folder, 'more'));
        write('more/job.json', '{}');
      },
    ],
    [
      'a file put in the place of another, as editors do',
      () => {
        write('draft', 'two');
        renameSync(join(folder, 'draft'), join(folder, 'job.yaml'));
      },
    ],
    [
      'a removed file',
      () => {
        rmSync(join(folder, 'job.yaml'));
      },
    ],
    [
      'a removed folder',
      () => {
        rmSync(folder, { recursive: true });
      },
    ],
  ])('has another state with %s', (_what, change) => {
    const before = stateOf(folder);
    expect(stateOf(folder)).toBe(before);
    change();
    expect(stateOf(folder)).not.toBe(before);
  });

  test('has the same state with a file that defines nothing', () => {
    const before = stateOf(folder);
    write('README.md', 'words');
    write('.hidden.yaml', 'x');
    expect(stateOf(folder)).toBe(before);
  });

  test('is applied at once and after each change, and a failure is told and waits for the next change', async () => {
    const stopping = new AbortController();
    const said: string[] = [];
    const tell = (text: string): void => void said.push(text);
    let applied = 0;
    await keepApplied('.', { cwd: folder, out: tell, err: tell, signal: stopping.signal }, () => {
      applied += 1;
      write('job.yaml', `change ${applied}`.repeat(applied));
      if (applied === 2) throw new CliError('job.yaml:1: is broken');
      if (applied === 3) stopping.abort();
      return Promise.resolve(applied === 1 ? ['job/a'] : []);
    });
    expect(said).toEqual([
      'job.yaml:1: is broken\n.: nothing was changed\n',
      'job/a is in no file any more: it stays until it is removed by carillon delete\n',
    ]);
  });
});
