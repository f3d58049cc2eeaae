/** Secrets in files of the executor's host: one value each, below a folder that an administrator has configured. */
import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FilesConfig } from '#common/config/secret-providers.js';
import { MAX_OUTSIDE_SECRET_BYTES } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import { isCode } from '#common/errors/system-error.js';
import { TENANT } from '#common/spec/secret-access.js';
import { missing, refused, unavailable, type SecretProvider, type SecretRead, type SecretRequest } from './provider.js';

export class FileProvider implements SecretProvider {
  constructor(private readonly config: Pick<FilesConfig, 'folder' | 'paths'>) {}

  async read({ tenant, path }: SecretRequest): Promise<SecretRead> {
    const { folder } = this.config;
    try {
      const base = join(await realpath(folder), ...this.ownFolder(path, tenant));
      const real = await realpath(join(folder, path));
      // Links are followed if they stay in the folder of the tenant: mounted Secrets are made of such links.
      if (!real.startsWith(base + sep)) throw refused(`"${path}" leads out of the folder of the provider`);
      return { values: new Map([['', await contentOf(real, path)]]), lease: null };
    } catch (error) {
      if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) throw missing(`there is no file "${path}"`);
      if (isCode(error, 'EACCES') || isCode(error, 'ELOOP')) throw refused(`the file "${path}" may not be read`);
      throw error;
    }
  }

  async probe(): Promise<void> {
    try {
      await access(this.config.folder, constants.R_OK | constants.X_OK);
    } catch (error) {
      throw unavailable(messageOf(error), error);
    }
  }

  /** The folder that must contain the whole path, links included: the part of the path up to the tenant's name. */
  private ownFolder(path: string, tenant: string): readonly string[] {
    const names = path.split('/');
    const depths = this.config.paths.flatMap((pattern) => {
      const at = pattern.split('/').indexOf(TENANT);
      return at !== -1 && at < names.length - 1 && names[at] === tenant ? [at + 1] : [];
    });
    return names.slice(0, Math.max(0, ...depths));
  }
}

async function contentOf(real: string, path: string): Promise<string> {
  // Does not follow a link that has replaced the file since, and does not wait for the writer of a pipe.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw refused(`"${path}" is not a file`);
    const buffer = Buffer.alloc(MAX_OUTSIDE_SECRET_BYTES + 2);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const text = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/\r?\n$/, '');
    if (Buffer.byteLength(text) > MAX_OUTSIDE_SECRET_BYTES)
      throw refused(`"${path}" is larger than ${MAX_OUTSIDE_SECRET_BYTES} bytes`);
    return text;
  } finally {
    await file.close();
  }
}
