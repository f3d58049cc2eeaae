import { isMeant, mayBeId, shortId } from './short-id.js';

const MANUAL = 'nightly-203vgghh5bb4k6m0meg86fzk';
const AFTER = 'report-amnightly-203vgghh5bb4k6m0meg86fzk';
const AFTER_SLOT = 'report-a1764280800';
const BACKFILL = 'nightly-1764280800-b9f3a';
const SLOT = 'nightly-1764280800';

test('a run and the run that was started after it are shown by different ids', () => {
  expect([MANUAL, AFTER, AFTER_SLOT, BACKFILL, SLOT, 'short'].map(shortId)).toEqual([
    '…k6m0meg86fzk',
    '…m0meg86fzk-a',
    '…1764280800-a',
    '…1764280800-b',
    '…y-1764280800',
    'short',
  ]);
});

test.each([MANUAL, AFTER, AFTER_SLOT, BACKFILL, SLOT])(
  '%s is found by the id that is shown, with or without its ellipsis',
  (id) => {
    const short = shortId(id);
    for (const typed of [id, short, short.slice(1)]) {
      expect(mayBeId(typed)).toBe(true);
      expect([MANUAL, AFTER, AFTER_SLOT, BACKFILL, SLOT].filter((each) => isMeant(each, typed))).toEqual([id]);
    }
  },
);

test('words are not looked up as ids', () => {
  expect(['nightly', 'a1', 'two words 3'].map(mayBeId)).toEqual([false, false, false]);
});
