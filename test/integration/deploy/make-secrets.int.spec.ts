/** deploy/kubernetes/make-secrets.sh never loses the keys of stored secrets, whatever the API server answers. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { SERVICES } from '#common/domain/service-name.js';

const run = promisify(execFile);
const PRESENT = 'k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const NEXT = 'k2:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB=';

/** As much of kubectl as the script uses: Secrets are files, and a file `refuse` holds what `get` is refused with. */
const KUBECTL = `
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const store = process.env.STORE;
const args = process.argv.slice(2);
const namespace = args[0] === '-n' ? args.splice(0, 2)[1] : 'none';
const path = (name, of = namespace) => join(store, of, name + '.json');
const [verb, kind] = args;
if (verb === 'get' && existsSync(join(store, 'refuse'))) {
  console.error(readFileSync(join(store, 'refuse'), 'utf8'));
  process.exit(1);
}
if (verb === 'get' && kind === 'secret') {
  const names = args.slice(2, args.findIndex((each) => each.startsWith('-')));
  const there = names.filter((name) => existsSync(path(name)));
  const [, key] = /jsonpath=\\{\\.data\\.(\\w+)\\}/.exec(args.at(-1)) ?? [];
  for (const name of there) process.stdout.write(key ? (JSON.parse(readFileSync(path(name), 'utf8'))[key] ?? '') : 'secret/' + name + '\\n');
} else if (verb === 'create' && kind === 'secret') {
  const from = args.find((each) => each.startsWith('--from-file=')).slice('--from-file='.length);
  const data = Object.fromEntries(readdirSync(from).map((file) => [file, readFileSync(join(from, file)).toString('base64')]));
  console.log(JSON.stringify({ namespace, name: args[3], data }));
} else if (verb === 'apply' && args.at(-1) === '-') {
  const text = readFileSync(0, 'utf8');
  if (text.startsWith('apiVersion: v1\\nkind: Namespace\\n')) writeFileSync(join(store, 'namespace.yaml'), text);
  else {
    const { namespace, name, data } = JSON.parse(text);
    mkdirSync(join(store, namespace), { recursive: true });
    writeFileSync(path(name, namespace), JSON.stringify(data));
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'carillon-secrets-'));
const access = join(folder, 'access');
let store = '';

beforeAll(() => {
  mkdirSync(access);
  for (const service of SERVICES) writeFileSync(join(access, `${service}.nk`), `SU${service}\n`);
  writeFileSync(join(folder, 'kubectl.mjs'), KUBECTL);
});
beforeEach(() => {
  store = mkdtempSync(join(folder, 'store-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Its error output; null if it succeeds. */
async function made(env: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const kubectl = `${process.execPath} ${join(folder, 'kubectl.mjs')}`;
  const own = { STORE: store, KUBECTL: kubectl, MONGODB_URI: 'mongodb://mongo/carillon', NATS_URL: 'nats://nats:4222' };
  return run('deploy/kubernetes/make-secrets.sh', [access], {
    env: { PATH: process.env['PATH'], ...own, ...env },
  }).then(
    () => null,
    (error: unknown) => (error as { stderr: string }).stderr,
  );
}

function valueOf(secret: string, key: string, namespace = 'carillon'): string {
  const data = JSON.parse(readFileSync(join(store, namespace, `${secret}.json`), 'utf8')) as Record<string, string>;
  return Buffer.from(data[key] ?? '', 'base64').toString();
}

test('new keys are made once, for every service the same, in the namespace that is named', async () => {
  await expect(made({ NAMESPACE: 'jobs' })).resolves.toBeNull();
  const keys = valueOf('carillon-api', 'SECRET_KEYS', 'jobs');
  expect(keys).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
  // Pod Security judges its pods as those of the namespace `carillon`.
  const namespace = parse(readFileSync(join(store, 'namespace.yaml'), 'utf8')) as unknown;
  const labels = { 'pod-security.kubernetes.io/enforce': 'baseline', 'pod-security.kubernetes.io/warn': 'restricted' };
  expect(namespace).toMatchObject({ metadata: { name: 'jobs', labels } });
  await expect(made({ NAMESPACE: 'jobs' })).resolves.toBeNull();
  for (const service of SERVICES) expect(valueOf(`carillon-${service}`, 'SECRET_KEYS', 'jobs')).toBe(keys);
  expect(existsSync(join(store, 'carillon'))).toBe(false);
});

test.each([
  'Error from server (Forbidden): secrets "carillon-api" is forbidden',
  'Error from server (TooManyRequests): the server has received too many requests',
  'Unable to connect to the server: net/http: TLS handshake timeout',
])('keys are kept where reading them fails with: %s', async (refusal) => {
  await made({ SECRET_KEYS: PRESENT });
  writeFileSync(join(store, 'refuse'), refusal);
  const said = await made();
  expect(said).toContain(refusal);
  for (const service of SERVICES) expect(valueOf(`carillon-${service}`, 'SECRET_KEYS')).toBe(PRESENT);
});

test('keys are not replaced where only the Secret of the api is missing', async () => {
  await made({ SECRET_KEYS: PRESENT });
  rmSync(join(store, 'carillon', 'carillon-api.json'));
  await expect(made()).resolves.toContain('the Secret carillon-api is missing, but others exist');
  await expect(made({ SECRET_KEYS: PRESENT })).resolves.toBeNull();
});

test('keys are rotated by adding, and a key leaves only when that is said', async () => {
  await made({ SECRET_KEYS: PRESENT });
  await expect(made({ SECRET_KEYS: NEXT })).resolves.toContain('SECRET_KEYS lacks the present key k1:');
  expect(valueOf('carillon-executor', 'SECRET_KEYS')).toBe(PRESENT);
  await expect(made({ SECRET_KEYS: `${PRESENT},${NEXT}` })).resolves.toBeNull();
  await expect(made({ SECRET_KEYS: `${NEXT},${PRESENT}` })).resolves.toBeNull();
  await expect(made()).resolves.toBeNull();
  expect(valueOf('carillon-executor', 'SECRET_KEYS')).toBe(`${NEXT},${PRESENT}`);
  await expect(made({ SECRET_KEYS: NEXT, REPLACE_SECRET_KEYS: 'yes' })).resolves.toBeNull();
  expect(valueOf('carillon-executor', 'SECRET_KEYS')).toBe(NEXT);
});

test('the Secret of backups has a key of its own, which is kept, and what is not given again stays', async () => {
  await expect(made()).resolves.toBeNull();
  expect(existsSync(join(store, 'carillon', 'carillon-backup.json'))).toBe(false);
  await expect(
    made({ BACKUP_STORE_URL: 'https://s3.test', BACKUP_STORE_KEY: 'AK', BACKUP_KEEP: '9' }),
  ).resolves.toBeNull();
  const key = valueOf('carillon-backup', 'BACKUP_KEYS');
  expect(key).toMatch(/^b1:[A-Za-z0-9+/]{43}=$/);
  await expect(made({ SECRET_KEYS: `${NEXT},${valueOf('carillon-api', 'SECRET_KEYS')}` })).resolves.toBeNull();
  const values = ['BACKUP_KEYS', 'BACKUP_STORE_URL', 'BACKUP_STORE_KEY', 'BACKUP_KEEP', 'MONGODB_URI'];
  expect(values.map((name) => valueOf('carillon-backup', name))).toEqual([
    key,
    'https://s3.test',
    'AK',
    '9',
    'mongodb://mongo/carillon',
  ]);
  // A drill decrypts with the present keys.
  expect(valueOf('carillon-backup', 'SECRET_KEYS')).toBe(valueOf('carillon-api', 'SECRET_KEYS'));
  await expect(made({ BACKUP_KEYS: NEXT })).resolves.toContain('BACKUP_KEYS lacks the present key b1:');
});
