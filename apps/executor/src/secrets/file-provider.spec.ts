import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileProvider } from './file-provider.js';

let root: string;
let provider: FileProvider;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carillon-files-'));
  const folder = join(root, 'secrets');
  await mkdir(join(folder, 'ibm', '..2026_11_24'), { recursive: true });
  await mkdir(join(folder, 'acme'), { recursive: true });
  await writeFile(join(root, 'outside'), 'of the server');
  await writeFile(join(folder, 'acme', 'key'), 'of acme');
  await writeFile(join(folder, 'ibm', 'key'), 'of ibm\n');
  // The layout in which Kubernetes mounts a Secret.
  await writeFile(join(folder, 'ibm', '..2026_11_24', 'mounted'), 'by a volume');
  await symlink('..2026_11_24', join(folder, 'ibm', '..data'));
  await symlink('..data/mounted', join(folder, 'ibm', 'mounted'));
  await symlink('../acme/key', join(folder, 'ibm', 'stolen'));
  await symlink('../../outside', join(folder, 'ibm', 'escaped'));
  await symlink('acme', join(folder, 'evil'));
  await writeFile(join(folder, 'ibm', 'large'), 'x'.repeat(20_000));
  execFileSync('mkfifo', [join(folder, 'ibm', 'pipe')]);
  provider = new FileProvider({ folder, paths: ['{tenant}/**'] });
});
afterAll(() => rm(root, { recursive: true }));

const read = async (path: string, tenant = 'ibm'): Promise<string> =>
  (await provider.read({ tenant, namespace: null, path, version: null })).values.get('') ?? '';

test('a file is one value without its final line end, and links within the folder of the tenant are followed', async () => {
  expect(await read('ibm/key')).toBe('of ibm');
  expect(await read('ibm/mounted')).toBe('by a volume');
});

test.each([
  ['ibm/stolen', 'ibm', 'SecretRefused'],
  ['ibm/escaped', 'ibm', 'SecretRefused'],
  ['evil/key', 'evil', 'SecretRefused'],
  ['ibm/large', 'ibm', 'SecretRefused'],
  ['ibm/pipe', 'ibm', 'SecretRefused'],
  ['ibm', 'ibm', 'SecretRefused'],
  ['ibm/none', 'ibm', 'SecretMissing'],
  ['ibm/key/more', 'ibm', 'SecretMissing'],
])('S1: %s is not read for %s: %s', async (path, tenant, reason) => {
  await expect(read(path, tenant)).rejects.toMatchObject({ reason });
});

test('a missing folder is reported', async () => {
  await provider.probe();
  await expect(new FileProvider({ folder: join(root, 'none'), paths: [] }).probe()).rejects.toThrow('ENOENT');
});
