/** Secrets that are kept outside a world: in two local Vaults and in files. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogReader } from '#common/mongo/log-reader.js';
import type { Run } from '#common/run/run.js';
import { ROLE, VaultServer } from '#testing/vault/vault-server.js';
import { startService, type ServiceProcess } from '../../support/service-process.js';
import { World } from './world.js';

/** Long enough for another executor to start, and to take over, on a busy machine. */
const LEASE_SECONDS = 40;
export const TOKEN_SECONDS = 45;

export const KV = 'kv-password/"of" the tenant';
export const OF_FILE = 'value-of-the-file-of-ibm';
export const FROM_KV = { as: 'KV', from: 'vault', path: 'secret/data/ibm/db', key: 'password' };
export const FROM_FILE = { as: 'FILE', from: 'files', path: 'ibm/key' };
export const DYNAMIC = [
  { as: 'DB_USER', from: 'vault', path: 'database/creds/ibm', key: 'username' },
  { as: 'DB_PASSWORD', from: 'vault', path: 'database/creds/ibm', key: 'password' },
];

/** A worker whose jobs may set its variables by secrets. */
export const OPEN = { jobFields: ['env' as const] };

export class OutsideSecrets {
  private constructor(
    readonly world: World,
    readonly vault: VaultServer,
    /** A Vault that tests make slow or seal; services wait for it for two seconds. */
    readonly slow: VaultServer,
    readonly folder: string,
  ) {}

  static async create(): Promise<OutsideSecrets> {
    const world = await World.create();
    const [vault, slow] = await Promise.all([
      VaultServer.start({ leaseSeconds: LEASE_SECONDS, tokenSeconds: TOKEN_SECONDS }),
      VaultServer.start(),
    ]);
    vault.put('secret/ibm/db', { password: KV });
    vault.put('secret/acme/db', { password: 'of-another-tenant' });
    slow.put('secret/ibm/db', { password: KV });
    const folder = await mkdtemp(join(tmpdir(), 'carillon-outside-'));
    // The user that commands run under looks for a file in it.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'ibm'));
    await Promise.all([
      writeFile(join(folder, 'ibm', 'key'), OF_FILE),
      writeFile(join(folder, 'role'), ROLE.role_id),
      writeFile(join(folder, 'secret'), ROLE.secret_id),
    ]);
    return new OutsideSecrets(world, vault, slow, folder);
  }

  start(name: 'executor' | 'log-collector'): Promise<ServiceProcess> {
    const { folder, vault, slow } = this;
    const auth = { method: 'approle', roleIdFile: join(folder, 'role'), secretIdFile: join(folder, 'secret') };
    const ofVault = { kind: 'vault', auth, paths: ['secret/data/{tenant}/*', 'database/creds/{tenant}'] };
    const providers = {
      vault: { ...ofVault, address: vault.address },
      slow: { ...ofVault, address: slow.address, timeoutSeconds: 2 },
      files: { kind: 'files', folder, paths: ['{tenant}/*'] },
    };
    return startService(name, { ...this.world.env, SECRET_PROVIDERS: JSON.stringify(providers) });
  }

  async logOf(run: Run): Promise<string> {
    const lines: string[] = [];
    for await (const block of new LogReader(this.world.mongo).read({ run: run.id }))
      lines.push(...block.map(({ text }) => text));
    return lines.join('\n');
  }

  async close(): Promise<void> {
    await Promise.all([this.vault.close(), this.slow.close(), rm(this.folder, { recursive: true })]);
    await this.world.close();
  }
}
