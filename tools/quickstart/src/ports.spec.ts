import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ports } from './ports.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'carillon-ports-'))));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('no port is given to two parts, nor one that the system gives to programs which request any port', async () => {
  const ports = new Ports(folder);
  const given = new Set<number>();
  for (let i = 0; i < 500; i++) given.add(await ports.take(`part-${i}`));
  expect(given.size).toBe(500);
  expect(Math.max(...given)).toBeLessThan(32_768);
  expect(await ports.takeExactly('any', 0)).toBeLessThan(32_768);
});

test('a part gets the same port at the next start', async () => {
  const port = await new Ports(folder).take('api');
  expect(await new Ports(folder).take('api')).toBe(port);
});
