/** Secrets of the process engine on this host: files `<secret>/<key>` in one folder. */
import { readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { isCode } from '../errors/system-error.js';
import type { SecretPlace, SecretRef } from './mapped-secrets.js';

export class SecretFiles implements SecretPlace {
  constructor(private readonly folder: string) {}

  async read(_namespace: string | null, { secret, key }: SecretRef): Promise<string | null> {
    const file = normalize(join(this.folder, secret, key));
    if (!file.startsWith(normalize(this.folder) + sep)) return null;
    try {
      return (await readFile(file, 'utf8')).replace(/\n$/, '');
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}
