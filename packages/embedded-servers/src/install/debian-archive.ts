import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../machine/command.js';
import { findExecutable } from '../machine/executable.js';

/** DocumentDB is packaged from this release on. */
export const DEBIAN_SUITE = 'forky';
const REQUIRED_PROGRAMS = ['apt-get', 'apt-config', 'dpkg-deb', 'tar'];
const KEYRINGS = ['gpg', 'pgp'].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`);
const UNPACK_WORKERS = 3;

export interface DebianPackage {
  name: string;
  bytes: number;
}

/** Of which release of Debian, and for which machines. */
export interface DebianTarget {
  readonly suite: string;
  /** Stable releases have security updates in an archive of their own, beside the other. */
  readonly hasSecurity: boolean;
  /** In Debian's words, such as `arm64`. */
  readonly architecture: string;
}

const THIS_MACHINE: DebianTarget = {
  suite: DEBIAN_SUITE,
  hasSecurity: false,
  architecture: process.arch === 'x64' ? 'amd64' : process.arch,
};

/** What this machine lacks for a download of Debian packages; undefined if it lacks nothing. */
export function missingForDebian(env: NodeJS.ProcessEnv): string | undefined {
  if (process.platform !== 'linux') return 'a Linux system';
  const missing = REQUIRED_PROGRAMS.filter((program) => findExecutable(program, env) === undefined);
  if (missing.length > 0) return `the program ${missing.join(', ')} (this needs a Debian-based system)`;
  if (!KEYRINGS.some((file) => existsSync(file))) return `the package debian-archive-keyring (${String(KEYRINGS[0])})`;
  return undefined;
}

/** The lines of `apt-get install --print-uris`: 'uri' file size hash. */
export function parsePrintedUris(output: string): DebianPackage[] {
  return output.split('\n').flatMap((line) => {
    const [, file, bytes] = /^'[^']+' (\S+) (\d+) /.exec(line) ?? [];
    return file === undefined ? [] : [{ name: file.slice(0, file.indexOf('_')), bytes: Number(bytes) }];
  });
}

/** The first Debian mirror among `uri codename` lines of `apt-get indextargets`. */
export function mirrorOf(indexTargets: string): string | undefined {
  const uris = indexTargets.split('\n').map((line) => line.trim());
  return uris.find((uri) => /\/debian\/?$/.test(uri));
}

/** Debian has them beside the rest, also in its archive of past days (`…/archive/debian/20261130T000000Z`). */
export const securityMirrorOf = (mirror: string): string => mirror.replace(/(\/\d{8}T\d{6}Z)?\/?$/, '-security$&');

/** Debian's archive through apt, with apt's state in a folder of our own: without root rights and changes of the system. */
export class DebianArchive {
  private constructor(
    /** Where packages are downloaded to. */
    private readonly debs: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Reads the package index; `folder` is scratch space that the caller removes. */
  static async open(folder: string, env: NodeJS.ProcessEnv, target = THIS_MACHINE): Promise<DebianArchive> {
    const missing = missingForDebian(env);
    if (missing !== undefined)
      throw new Error(`Debian packages cannot be installed here: this machine lacks ${missing}`);
    for (const part of ['lists/partial', 'cache/archives/partial', 'etc/preferences.d']) {
      mkdirSync(join(folder, part), { recursive: true });
    }
    writeFileSync(join(folder, 'status'), '');
    const mirror =
      env['CARILLON_DEBIAN_MIRROR'] ??
      mirrorOf(await run({ command: 'apt-get', args: ['indextargets', '--format', '$(REPO_URI)'], env }));
    if (mirror === undefined) {
      throw new Error('apt has no Debian mirror configured on this machine: set CARILLON_DEBIAN_MIRROR');
    }
    const keyring = String(KEYRINGS.find((file) => existsSync(file)));
    const sources = [`${mirror} ${target.suite}`];
    if (target.hasSecurity) sources.push(`${securityMirrorOf(mirror)} ${target.suite}-security`);
    const lines = sources.map((source) => `deb [signed-by=${keyring}] ${source} main\n`);
    writeFileSync(join(folder, 'etc/sources.list'), lines.join(''));
    const transport = await run({ command: 'apt-config', args: ['dump', 'Acquire::http', 'Acquire::https'], env });
    writeFileSync(join(folder, 'apt.conf'), `${transport}${aptConfig(folder, target.architecture)}`);
    const aptEnv = { ...env, APT_CONFIG: join(folder, 'apt.conf'), LC_ALL: 'C' };
    const archive = new DebianArchive(createdFolder(join(folder, 'debs')), aptEnv);
    await archive.apt(['-qq', 'update']);
    return archive;
  }

  /** The same index, for downloads to another folder. */
  downloadingTo(folder: string): DebianArchive {
    return new DebianArchive(createdFolder(folder), this.env);
  }

  /** The packages and everything that they depend on. */
  async closureOf(names: string[]): Promise<DebianPackage[]> {
    const printed = await this.apt(['install', '-y', '--print-uris', ...names]);
    return parsePrintedUris(printed);
  }

  /** Downloads the packages, each checked against the signed index. */
  async download(names: string[]): Promise<void> {
    await run({ command: 'apt-get', args: ['-qq', 'download', ...names], env: this.env, cwd: this.debs });
  }

  /** The files of the downloaded packages, `<name>_<version>_<architecture>.deb`. */
  downloaded(): string[] {
    return readdirSync(this.debs)
      .sort()
      .map((file) => join(this.debs, file));
  }

  /** Unpacks the files of every downloaded package under `root`. */
  async unpack(root: string, exclude: string[]): Promise<void> {
    const waiting = this.downloaded();
    const options = exclude.map((pattern) => `--exclude=${pattern}`);
    const script = 'deb=$1; root=$2; shift 2; dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" "$@"';
    const worker = async (): Promise<void> => {
      for (let deb = waiting.pop(); deb !== undefined; deb = waiting.pop()) {
        const args = ['-c', script, 'unpack', deb, root, '--no-same-owner', '--keep-directory-symlink', ...options];
        await run({ command: '/bin/sh', args, env: this.env });
      }
    };
    await Promise.all(Array.from({ length: UNPACK_WORKERS }, worker));
  }

  private apt(args: string[]): Promise<string> {
    return run({ command: 'apt-get', args, env: this.env });
  }
}

/** The index that one installation reads, and all that use it. */
interface Reading {
  readonly archive: Promise<DebianArchive>;
  readonly uses: Promise<void>[];
}
/** By mirror: installations that happen at the same time read the index once, which takes longer than what they download. */
const readings = new Map<string | undefined, Reading>();

/** Resolves when the archive was used; `scratch`, which the caller removes, may serve other installations until then. */
export async function withArchive(
  scratch: string,
  env: NodeJS.ProcessEnv,
  use: (archive: DebianArchive) => Promise<void>,
): Promise<void> {
  const mirror = env['CARILLON_DEBIAN_MIRROR'];
  const shared = readings.get(mirror);
  const reading = shared ?? { archive: DebianArchive.open(join(scratch, 'apt'), env), uses: [] };
  const ended = reading.archive.then((archive) => use(archive.downloadingTo(join(scratch, 'debs'))));
  reading.uses.push(ended);
  if (shared === undefined) {
    readings.set(mirror, reading);
    // Others may come while we wait.
    for (const each of reading.uses) await each.catch(() => undefined);
    readings.delete(mirror);
  }
  return ended;
}

function createdFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The date of the index is not checked: clocks and mirrors differ, and packages are checked by hash anyway. */
const aptConfig = (folder: string, architecture: string): string => `
APT::Architecture "${architecture}"; APT::Architectures { "${architecture}"; };
Dir::Etc "${folder}/etc"; Dir::Etc::main "/dev/null"; Dir::Etc::parts "/dev/null";
Dir::Etc::sourcelist "${folder}/etc/sources.list"; Dir::Etc::sourceparts "/dev/null";
Dir::State "${folder}"; Dir::State::lists "${folder}/lists"; Dir::State::status "${folder}/status";
Dir::Cache "${folder}/cache";
Acquire::Languages "none"; Acquire::Check-Valid-Until "false"; Acquire::Check-Date "false"; Acquire::Retries "3";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
APT::Install-Recommends "false"; APT::Sandbox::User ""; Debug::NoLocking "true";
`;
