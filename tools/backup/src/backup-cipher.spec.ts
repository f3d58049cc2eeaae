import { BackupCipher } from './backup-cipher.js';

const keyOf = (id: string, fill: number): { id: string; key: Buffer } => ({ id, key: Buffer.alloc(32, fill) });
const first = new BackupCipher([keyOf('b1', 1)]);
const PLACE = 'parts/x/000000';
const PLAIN = Buffer.from('two lines\nof \u{1F514}');

test('what is sealed is opened again, also after a newer key has come in front', () => {
  const sealed = first.seal(PLACE, PLAIN);
  expect(new BackupCipher([keyOf('b2', 2), keyOf('b1', 1)]).open(PLACE, sealed)).toEqual(PLAIN);
  expect(sealed.subarray(0, 21).toString()).toBe('carillon backup 1 b1\n');
  expect(sealed.includes('two lines')).toBe(false);
  expect(first.open(PLACE, first.seal(PLACE, Buffer.alloc(0)))).toHaveLength(0);
});

test('no two objects are encrypted alike', () => {
  expect(first.seal(PLACE, PLAIN)).not.toEqual(first.seal(PLACE, PLAIN));
});

test('a key that is missing, or another of its name, is named', () => {
  const sealed = first.seal(PLACE, PLAIN);
  expect(() => new BackupCipher([keyOf('b2', 1)]).open(PLACE, sealed)).toThrow('the key "b1", which BACKUP_KEYS');
  expect(() => new BackupCipher([keyOf('b1', 2)]).open(PLACE, sealed)).toThrow('another key of the name "b1"');
});

test('no bit can be changed, nothing cut off, and no object put in the place of another', () => {
  const sealed = first.seal(PLACE, PLAIN);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => first.open(PLACE, changed)).toThrow('the object parts/x/000000');
  }
  for (const length of [0, 10, 21, 60, sealed.length - 1])
    expect(() => first.open(PLACE, sealed.subarray(0, length))).toThrow('cut off');
  expect(() => first.open('parts/x/000001', sealed)).toThrow('was changed');
});
