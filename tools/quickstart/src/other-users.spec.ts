import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayEverybodyRead } from './other-users.js';

test('files in a folder that is closed to other users cannot be read by them', () => {
  const root = mkdtempSync(join(tmpdir(), 'carillon-others-'));
  try {
    const file = join(root, 'open', 'file');
    mkdirSync(join(root, 'open'));
    writeFileSync(file, '', { mode: 0o644 });
    chmodSync(root, 0o700);
    expect(mayEverybodyRead(file)).toBe(false);
    chmodSync(root, 0o711);
    expect(mayEverybodyRead(file)).toBe(true);
    chmodSync(file, 0o600);
    expect(mayEverybodyRead(file)).toBe(false);
  } finally {
    rmSync(root, { recursive: true });
  }
});
