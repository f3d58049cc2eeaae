import { Writable } from 'node:stream';
import type { DumpedDocument, DumpStore } from '#common/mongo/dump.store.js';
import { BackupWriter } from './backup-file.js';
import { Pace } from './pace.js';
import { save } from './save.js';

const ENTRIES = [1, 2, 3].map((seq) => ({ _id: `a${seq}`, chain: 'ibm', seq }));

async function saved(pages: Readonly<Record<string, readonly DumpedDocument[]>>) {
  const asked: string[] = [];
  const spent: number[] = [];
  const store = {
    page: (name: string) => {
      asked.push(name);
      return Promise.resolve(pages[name] ?? []);
    },
    auditEnds: () => {
      asked.push('auditEnds');
      return Promise.resolve(new Map([['ibm', 2]]));
    },
    withChunks: (runs: readonly DumpedDocument[]) => Promise.resolve({ runs, chunks: [] }),
  };
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  let now = 0;
  const pace = new Pace(
    1_000,
    () => now,
    (ms) => {
      spent.push(ms);
      now += ms;
      return Promise.resolve();
    },
  );
  const documents = await save({
    store: store as unknown as DumpStore,
    writer: new BackupWriter(nowhere),
    pace,
    version: '1',
    takenAt: new Date(0),
  });
  return { documents, asked, spent };
}

test('the ends of the audit are read after its heads and before its entries, so that no head names a missing one', async () => {
  const { asked, documents } = await saved({ audit: ENTRIES });
  const places = ['auditHeads', 'auditEnds', 'audit'].map((each) => asked.indexOf(each));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(documents).toEqual({ audit: 2 });
});

test('what is read is paced by the size of its text', async () => {
  const { spent } = await saved({ runs: [{ _id: 'r'.repeat(1_000) }] });
  expect(spent).toEqual([expect.closeTo(1_015, -2)]);
});
