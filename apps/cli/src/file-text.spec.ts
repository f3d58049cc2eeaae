import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText, textOfFile } from './file-text.js';

test.each<[what: string, bytes: Uint8Array, text: string]>([
  ['UTF-8', Buffer.from('a: příliš\n'), 'a: příliš\n'],
  ['a byte order mark', Buffer.from('\uFEFFa: b\r\n'), 'a: b\r\n'],
  ['nothing', Buffer.from(''), ''],
  ['U+FFFD as a character of its own', Buffer.from('\uFFFD'), '\uFFFD'],
])('%s is read', (_what, bytes, text) => {
  expect(fileText('x', bytes)).toBe(text);
});

test.each<[what: string, bytes: Uint8Array, message: string]>([
  ['Latin-1', Buffer.from('a\nb\ncaf\xe9\n', 'latin1'), 'x:3: is not UTF-8'],
  ['Latin-1 in the first line', Buffer.from('caf\xe9', 'latin1'), 'x:1: is not UTF-8'],
  ['a character that is cut off', Buffer.from('é').subarray(0, 1), 'x:1: is not UTF-8'],
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFFa', 'utf16le'), 'x:1: is not UTF-8, but UTF-16'],
])('%s is refused by name and line', (_what, bytes, message) => {
  expect(() => fileText('x', bytes)).toThrow(new Error(message));
});

test('a pipe is read as a file is, a folder and what is too large are named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-file-'));
  try {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const text = textOfFile('pipe', pipe, 10);
    execFile('sh', ['-c', `printf 'kind: Job' > ${pipe}`]);
    expect(await text).toBe('kind: Job');
    writeFileSync(join(folder, 'large'), 'x'.repeat(11));
    await expect(textOfFile('large', join(folder, 'large'), 10)).rejects.toThrow('large has more than 10 bytes');
    await expect(textOfFile('one', folder, 10)).rejects.toThrow('one is a folder, not a file');
    await expect(textOfFile('no', join(folder, 'no'), 10)).rejects.toThrow('no: there is no such file');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
