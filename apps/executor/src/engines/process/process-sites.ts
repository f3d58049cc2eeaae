/**
 * The objects that the processes of a run share on this host: a folder of the spool with the hosts of its tasks and a key pair. It is
 * written once for a run, and again when its tasks are scaled; every file is replaced atomically.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { hostFiles, hostLists, sshConfig } from '#common/run/hosts.js';
import { LOCAL_HOST, type FoundSite, type RunSite, type RunSites } from '../engine.js';
import { siteMark } from '../../launch/run-site.js';
import { isCode } from '#common/errors/system-error.js';
import { RunMemory } from '../run-memory.js';
import { makePrivateKey, publicKeyLine } from '../ssh-keys.js';
import { namesIn } from './names-in.js';

/** The folder is beside those of attempts, whose names never begin with a dot. */
const SITES = '.runs';
const HOSTS = 'hosts';
const KEYS = 'ssh';
const MARK = 'mark';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

export class ProcessSites implements RunSites {
  private readonly memory = new RunMemory();
  private parts = 0;

  constructor(
    private readonly root: string,
    /** Lets the user of the run read the file or folder, if its commands run as another user. */
    private readonly share: (run: RunId, path: string) => void = () => undefined,
  ) {}

  /** True if something of the run exists on this host. */
  has(run: RunId): boolean {
    return existsSync(this.folder(run));
  }

  /** The file that lists the hosts; null if there is none. */
  hostsFolder({ run, svc }: RunSite): string | null {
    return svc === null ? null : join(this.folder(run), HOSTS);
  }

  /**
   * The folder of the key pair; null if there is none. It is never a path that the job chooses: this is the executor's own
   * host.
   */
  keysFolder({ run, ssh }: RunSite): string | null {
    return ssh === null ? null : join(this.folder(run), KEYS);
  }

  async prepare(site: RunSite): Promise<void> {
    await this.memory.once(site.run, siteMark(site), () => this.make(site));
  }

  async repair(site: RunSite, { run, things }: FoundSite): Promise<void> {
    if (things.includes(siteMark(site))) return;
    this.memory.forget(run);
    await this.prepare(site);
  }

  /** Regardless of the owner of the shards: no other replica can remove files of this host. */
  existing(): Promise<readonly FoundSite[]> {
    const sites = namesIn(join(this.root, SITES)).map((run) => ({ run: asRunId(run), things: this.marksOf(run) }));
    return Promise.resolve(sites);
  }

  async remove({ run }: RunSite): Promise<void> {
    await this.discard({ run });
  }

  async discard({ run }: Pick<FoundSite, 'run'>): Promise<void> {
    await this.memory.undo(run, () => {
      rmSync(this.folder(run), { recursive: true, force: true });
      return Promise.resolve();
    });
  }

  private async make(site: RunSite): Promise<void> {
    const lists = hostLists(site.tasks, () => LOCAL_HOST);
    const hosts = this.hostsFolder(site);
    if (hosts !== null) this.writeAll(site.run, hosts, hostFiles(lists));
    const keys = this.keysFolder(site);
    if (keys !== null && site.ssh) {
      const publicKey = publicKeyLine(await this.privateKey(site.run, keys));
      const config = sshConfig(lists, { port: site.ssh.port, keyFile: join(keys, 'id_rsa') });
      this.writeAll(site.run, keys, { 'id_rsa.pub': publicKey, authorized_keys: publicKey, config });
    }
    this.writeAll(site.run, this.folder(site.run), { [MARK]: siteMark(site) });
  }

  /** The run's key: the first that was written. */
  private async privateKey(run: RunId, folder: string): Promise<string> {
    const file = join(folder, 'id_rsa');
    const existing = readIfThere(file);
    if (existing !== null) return existing;
    this.makeFolder(run, folder);
    const part = this.writePart(run, file, await makePrivateKey());
    try {
      linkSync(part, file);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      unlinkSync(part);
    }
    return readFileSync(file, 'utf8');
  }

  private makeFolder(run: RunId, folder: string): void {
    for (const path of new Set([this.folder(run), folder])) {
      mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
      this.share(run, path);
    }
  }

  private writeAll(run: RunId, folder: string, files: Readonly<Record<string, string>>): void {
    this.makeFolder(run, folder);
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, name);
      renameSync(this.writePart(run, file, text), file);
    }
  }

  private writePart(run: RunId, file: string, text: string): string {
    const part = `${file}.${process.pid}.${this.parts++}`;
    writeFileSync(part, text, { mode: PRIVATE_FILE });
    this.share(run, part);
    return part;
  }

  private marksOf(run: string): string[] {
    const mark = readIfThere(join(this.root, SITES, run, MARK));
    return mark === null ? [] : [mark];
  }

  private folder(run: RunId): string {
    return join(this.root, SITES, run);
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}
