/**
 * A release as somebody gets it: the folder alone. It is complete and the same each time, a second program finds each changed byte, and what
 * it installs runs a job: the packages of npm, the command line without Node, and the image where there is no Docker.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { z } from 'zod';
import { findExecutable, freePort } from '#embedded-servers';
import { helmProgram } from '#testing/helm/helm-program.js';
import { freshDatabaseUri } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { World } from '../../integration/executor/support/world.js';
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { eventually } from '../support/eventually.js';

const LIMIT_MS = 600_000;
/** Services, Node and servers are installed first. */
const READY_LIMIT_MS = 400_000;
/** Of every command that Ctrl-C ends. */
const ENDED_BY_CTRL_C = 130;
const USER = 1000;
const TOKEN = `carillon_${'a'.repeat(43)}`;
/** Of an ELF header: where the machine is, and that of ARM's 64 bits. */
const MACHINE_AT = 18;
const AARCH64 = 183;

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'carillon-release-'));
const released = join(work, 'released');
const keys = { private: join(work, 'cosign.key'), public: join(work, 'cosign.pub') };
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const FILES = [
  'RELEASE-NOTES.md',
  'SHA256SUMS',
  'SHA256SUMS.sig',
  'SHA256SUMS.sigstore.json',
  'carillon-linux-x64.cdx.json',
  'carillon-linux-x64.tar.gz',
  'carillon-chart.oci.tar',
  'carillon-chart.tgz',
  'carillon-client.cdx.json',
  'carillon-client.tgz',
  'carillon-deploy.tar.gz',
  'carillon-embedded-servers.cdx.json',
  'carillon-embedded-servers.tgz',
  'carillon-image.cdx.json',
  'carillon-image.oci.tar',
  'carillon-server.cdx.json',
  'carillon-server.tgz',
  'carillon-worker.cdx.json',
  'carillon-worker.tgz',
  'carillon.cdx.json',
  'carillon.tgz',
  'carillon_worker-py3-none-any.whl',
  'carillon_worker.tar.gz',
  'cosign.pub',
  'install.sh',
  'provenance.json',
  'provenance.json.sig',
  'provenance.json.sigstore.json',
  'verify.mjs',
];

/** What is used of the package `@sigstore/verify`. */
interface SigstoreVerify {
  readonly toSignedEntity: (bundle: unknown, content: Buffer) => unknown;
  readonly toTrustMaterial: (root: object, keyOf: (hint: string) => object) => unknown;
  readonly Verifier: new (trusted: unknown, wanted: object) => { verify: (entity: unknown) => unknown };
}

const make = (folder: string, ...options: string[]): Promise<unknown> => {
  const program = join(root, 'dist/tools/release/src/main.js');
  return run(process.execPath, [program, version, '--out', folder, '--allow-dirty', ...options], { cwd: work });
};
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const unpacked = (name: string): string => {
  const folder = mkdtempSync(join(work, 'unpacked-'));
  execFileSync('tar', ['-xf', join(released, name), '-C', folder]);
  return folder;
};
/** What the verifying program says, as somebody has copied it out of the repository. */
async function verified(folder: string, ...options: string[]): Promise<string> {
  const program = join(work, 'verify.mjs');
  cpSync(join(root, 'scripts/release-verify.mjs'), program);
  const ended = run(process.execPath, [program, folder, ...options], { cwd: work, env: {} });
  return ended.then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => (error as { stderr: string }).stderr.trim(),
  );
}
const RIGHT = 'sums, provenance and signatures are right';

beforeAll(async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(keys.private, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(keys.public, publicKey.export({ type: 'spki', format: 'pem' }));
  await make(released, '--key', keys.private);
}, LIMIT_MS);

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test('the folder holds every file, and nothing else', () => {
  const plain = readdirSync(released).map((name) => name.replace(`-${version}`, ''));
  expect(plain.sort()).toEqual([...FILES].sort());
  expect(readFileSync(join(released, 'RELEASE-NOTES.md'), 'utf8')).toContain('### Added');
});

test('it verifies, and its signatures are right for OpenSSL and for Sigstore, too', async () => {
  expect(await verified(released, '--key', keys.public)).toBe(RIGHT);
  expect(await verified(released)).toContain('signatures were not checked');
  const signature = join(work, 'signature');
  writeFileSync(signature, Buffer.from(readFileSync(join(released, 'SHA256SUMS.sig'), 'utf8'), 'base64'));
  const args = ['dgst', '-sha256', '-verify', keys.public, '-signature', signature, join(released, 'SHA256SUMS')];
  expect(execFileSync('openssl', args, { encoding: 'utf8' })).toBe('Verified OK\n');
  const sums = readFileSync(join(released, 'SHA256SUMS'));
  const bundle = readFileSync(join(released, 'SHA256SUMS.sigstore.json'), 'utf8');
  expect(saysSigstore(bundle, sums)).toBe('right');
  expect(saysSigstore(bundle, Buffer.concat([sums, Buffer.from('\n')]))).toBe('signature verification failed');
});

test(
  'one changed byte of any file is found, and the file is named',
  async () => {
    for (const name of readdirSync(released).filter((each) => each !== 'cosign.pub')) {
      const file = join(released, name);
      const restore = changeByte(file, Math.floor(statSync(file).size / 2));
      const said = await verified(released, '--key', keys.public);
      restore();
      expect([name, said]).toEqual([name, expect.stringContaining(name.replace(/\.sig(store\.json)?$/, ''))]);
      expect([name, said]).not.toEqual([name, RIGHT]);
    }
    expect(await verified(released, '--key', keys.public)).toBe(RIGHT);
  },
  LIMIT_MS,
);

test(
  'files that are added, removed or written anew with other sums are found, and so is the key of somebody else',
  async () => {
    const notes = join(released, 'RELEASE-NOTES.md');
    const before = readFileSync(notes);
    const sums = readFileSync(join(released, 'SHA256SUMS'), 'utf8');
    rmSync(notes);
    expect(await verified(released)).toBe('RELEASE-NOTES.md is missing');
    writeFileSync(notes, 'Something else.\n');
    writeFileSync(join(released, 'SHA256SUMS'), sums.replace(/.*(?= {2}RELEASE-NOTES.md)/, hashOf(notes)));
    const said = await verified(released, '--key', keys.public);
    expect(said).toContain('provenance.json says something else of RELEASE-NOTES.md');
    expect(said).toContain('SHA256SUMS is not signed by the owner of the key');
    writeFileSync(notes, before);
    writeFileSync(join(released, 'SHA256SUMS'), sums);
    writeFileSync(join(released, 'more'), '');
    expect(await verified(released)).toBe('more is not named in SHA256SUMS');
    rmSync(join(released, 'more'));
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const others = join(work, 'others.pub');
    writeFileSync(others, publicKey.export({ type: 'spki', format: 'pem' }));
    expect(await verified(released, '--key', others)).toContain(
      'provenance.json is not signed by the owner of the key',
    );
  },
  LIMIT_MS,
);

test('the provenance names the commit and what was fetched', () => {
  const { predicate } = z
    .object({
      predicate: z.object({
        buildDefinition: z.object({
          externalParameters: z.object({ version: z.string() }),
          resolvedDependencies: z.array(
            z.object({ uri: z.string().optional(), digest: z.record(z.string(), z.string()).optional() }),
          ),
        }),
      }),
    })
    .parse(JSON.parse(readFileSync(join(released, 'provenance.json'), 'utf8')));
  const { externalParameters, resolvedDependencies } = predicate.buildDefinition;
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  expect(externalParameters.version).toBe(version);
  expect(resolvedDependencies[0]?.digest?.['gitCommit']?.replace('-changed', '')).toBe(commit);
  const libc = resolvedDependencies.filter(({ uri = '' }) => uri.startsWith('pkg:deb/debian/libc6@'));
  expect(libc.map(({ uri = '' }) => uri.slice(uri.indexOf('?'))).sort()).toEqual(['?arch=amd64', '?arch=arm64']);
  for (const { digest } of libc) expect(digest?.['sha256']).toMatch(/^[0-9a-f]{64}$/);
});

test('the bills of materials follow the schema of CycloneDX, and name what is inside', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const bills = readdirSync(released).filter((name) => name.endsWith('.cdx.json'));
  expect(bills).toHaveLength(7);
  for (const name of bills)
    expect([name, await validator.validate(readFileSync(join(released, name), 'utf8'))]).toEqual([name, null]);
  const { components } = z
    .object({ components: z.array(z.object({ name: z.string(), purl: z.string() })) })
    .parse(JSON.parse(readFileSync(join(released, `carillon-image-${version}.cdx.json`), 'utf8')));
  const names = components.map(({ purl }) => purl.replace(/@[^@]*$/, ''));
  expect(names).toEqual(expect.arrayContaining(['pkg:npm/mongoose', 'pkg:npm/%40nestjs/core', 'pkg:deb/debian/libc6']));
});

test('the image for ARM holds programs for ARM, and the same services as the other', () => {
  const layout = unpacked(`carillon-image-${version}.oci.tar`);
  const blob = (digest: string): string => join(layout, 'blobs', digest.replace(':', '/'));
  const descriptor = z.object({ digest: z.string(), platform: z.object({ architecture: z.string() }).optional() });
  const list = z.object({ manifests: z.array(descriptor) });
  const [index] = list.parse(JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'))).manifests;
  const { manifests } = list.parse(JSON.parse(readFileSync(blob(String(index?.digest)), 'utf8')));
  expect(manifests.map(({ platform }) => platform?.architecture)).toEqual(['amd64', 'arm64']);
  const layersOf = ({ digest }: { digest: string }): string[] =>
    z
      .object({ layers: z.array(descriptor) })
      .parse(JSON.parse(readFileSync(blob(digest), 'utf8')))
      .layers.map((layer) => layer.digest);
  const [amd64 = [], arm64 = []] = manifests.map(layersOf);
  expect(arm64.at(-1)).toBe(amd64.at(-1));
  const listed = z
    .array(z.object({ Config: z.string(), RepoTags: z.array(z.string()), Layers: z.array(z.string()) }))
    .parse(JSON.parse(readFileSync(join(layout, 'manifest.json'), 'utf8')));
  expect(listed.flatMap(({ RepoTags }) => RepoTags)).toEqual([`carillon:${version}`, `carillon:${version}-arm64`]);
  expect(listed.map(({ Layers }) => Layers.map((path) => `sha256:${basename(path)}`))).toEqual([amd64, arm64]);
  for (const { Config } of listed) expect(existsSync(join(layout, Config))).toBe(true);
  const folder = mkdtempSync(join(work, 'arm64-'));
  execFileSync('tar', ['-xzf', blob(String(arm64[0])), '-C', folder, './usr/local/bin/node', './usr/bin/cat']);
  for (const program of ['usr/local/bin/node', 'usr/bin/cat'])
    expect([program, readFileSync(join(folder, program)).readUInt16LE(MACHINE_AT)]).toEqual([program, AARCH64]);
});

test(
  'Helm renders the packed chart as that of the sources, and the artefact holds the same chart',
  async () => {
    const packed = join(released, `carillon-chart-${version}.tgz`);
    const helm = await helmProgram();
    const rendered = async (chart: string): Promise<string> =>
      (await run(helm, ['template', 'carillon', chart, '--kube-version', '1.33.0'], { env: { HOME: work } })).stdout;
    expect(await rendered(packed)).toBe(await rendered(join(root, 'deploy/helm/carillon')));
    const layout = unpacked(`carillon-chart-${version}.oci.tar`);
    expect(readdirSync(join(layout, 'blobs/sha256'))).toContain(hashOf(packed));
  },
  LIMIT_MS,
);

test(
  'the command line without Node starts a whole scheduler from an empty folder, on which that of npm runs the first job',
  async () => {
    const npm = join(work, 'npm');
    const program = join(work, 'program');
    for (const [kind, folder] of [
      ['npm', npm],
      ['program', program],
    ] as const)
      await run('sh', [join(released, 'install.sh'), kind, folder], { cwd: work });
    const cwd = join(work, 'project');
    mkdirSync(cwd);
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      HOME: work,
      XDG_CACHE_HOME: join(work, 'cache'),
      MONGODB_URI: freshDatabaseUri(),
      CARILLON_SERVER_PACKAGE: join(released, `carillon-server-${version}.tgz`),
    };
    const said: string[] = [];
    const up = spawn(join(program, 'carillon'), ['up', '--port', '0'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [up.stdout, up.stderr]) stream.on('data', (part: Buffer) => said.push(part.toString()));
    try {
      const isReady = (): boolean => {
        if (up.exitCode !== null) throw new Error(`it has ended:\n${said.join('')}`);
        return said.join('').includes('ready after');
      };
      await until('the words that all is ready', isReady, READY_LIMIT_MS);
      const args = ['run', 'example-disk-report', '--follow'];
      expect((await run(join(npm, 'node_modules/.bin/carillon'), args, { cwd, env })).stdout).toContain('% full');
      expect(await ended(up)).toBe(ENDED_BY_CTRL_C);
    } finally {
      await ended(up);
    }
  },
  LIMIT_MS,
);

// Only root may change the root of a process.
const whereRoot = process.getuid?.() === 0 ? describe : describe.skip;
whereRoot('where there is no Docker', () => {
  test(
    'the unpacked image is what it should be, and runs a job',
    async () => {
      const image = join(work, 'image');
      await run('sh', [join(released, 'install.sh'), 'image', image], { cwd: work });
      const command = [
        'chroot',
        `--userspec=${USER}:${USER}`,
        image,
        '/bin/sh',
        '-c',
        'cd /app && exec node "$@"',
        'node',
      ];
      const [chroot = '', ...inside] = command;
      const program = readFileSync(join(root, 'scripts/image-contents.mjs'), 'utf8');
      const { stdout } = await run(chroot, [...inside, '--input-type=module', '-e', program]);
      expect(JSON.parse(stdout)).toMatchObject({
        uid: USER,
        version,
        nodes: ['/usr/local/bin/node'],
        managers: [],
        settings: [],
        builtByScripts: [],
        unlisted: [],
        writable: [],
      });
      await runsAJob(command);
    },
    LIMIT_MS,
  );
});

test(
  'the same commit gives the same bytes',
  async () => {
    const again = join(work, 'again');
    await make(again, '--key', keys.private);
    const sumsIn = (folder: string): string => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    expect(sumsIn(again)).toBe(sumsIn(released));
    expect(await verified(again, '--key', keys.public)).toBe(RIGHT);
  },
  LIMIT_MS,
);

/** What the verifier of the Sigstore project says, which npm brings along, of content and its bundle: no public log is asked. */
function saysSigstore(bundle: string, content: Buffer): string {
  const ofNpm = createRequire(realpathSync(findExecutable('npm', process.env) ?? 'npm'));
  const { bundleFromJSON } = ofNpm('@sigstore/bundle') as { bundleFromJSON: (json: unknown) => unknown };
  const { toSignedEntity, toTrustMaterial, Verifier } = ofNpm('@sigstore/verify') as SigstoreVerify;
  const publicKey = createPublicKey(readFileSync(keys.public));
  const none = { tlogs: [], ctlogs: [], certificateAuthorities: [], timestampAuthorities: [] };
  const trusted = toTrustMaterial(none, () => ({ publicKey, validFor: () => true }));
  const verifier = new Verifier(trusted, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 });
  try {
    verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(bundle)), content));
    return 'right';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Changes one byte of the file; gives what changes it back. */
function changeByte(file: string, at: number): () => void {
  const handle = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, at);
  const write = (value: number): number => writeSync(handle, Buffer.from([value]), 0, 1, at);
  write(byte.readUInt8() ^ 1);
  return () => {
    write(byte.readUInt8());
    closeSync(handle);
  };
}

/** Starts all services by this command, and runs a job of a web service on them. */
async function runsAJob(command: readonly string[]): Promise<void> {
  const world = await World.create();
  const worker = new EchoWorker();
  const services: ServiceProcess[] = [];
  try {
    const port = await freePort();
    const apiUrl = `http://127.0.0.1:${port}/api/v1`;
    const env = {
      ...world.env,
      PORT: String(port),
      BOOTSTRAP_TOKEN: TOKEN,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ENGINES: 'webservice',
      SPOOL_DIR: '/tmp/spool',
    };
    for (const name of ['api', 'scheduler', 'executor', 'log-collector'] as const)
      services.push(await startService(name, env, undefined, command));
    const api = new Api(() => ({ apiUrl, token: TOKEN }));
    await api.call('POST', '/tenants', { id: 'shop', name: 'Shop' });
    await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url: await worker.listen() });
    await api.call('POST', '/jobs', { id: 'shop-echo', tenant: 'shop', name: 'echo', worker: 'echo' });
    await api.call('POST', '/jobs/shop-echo/run', {});
    await eventually('the run to finish', async () => (await api.runs('shop-echo'))[0]?.state === 'FINISHED');
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await worker.close();
    await world.close();
  }
}

/** Ends it as Ctrl-C does; gives its exit code. */
async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const closed = new Promise<number | null>((done) => child.once('close', done));
  child.kill('SIGINT');
  return closed;
}
