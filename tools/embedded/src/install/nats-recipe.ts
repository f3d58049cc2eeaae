import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEBIAN_SUITE, DebianArchive } from './debian-archive.js';
import type { Recipe } from './install.js';

const PACKAGE = 'nats-server';
/** Where the package puts its one program, which needs nothing but the C library. */
const PROGRAM = 'usr/sbin/nats-server';

export const natsProgramIn = (installed: string): string => join(installed, 'nats-server');

/** NATS from Debian's package of the same name. */
export function natsRecipe(env: NodeJS.ProcessEnv): Recipe {
  return {
    name: 'nats',
    content: `${DEBIAN_SUITE} ${PACKAGE} ${PROGRAM}`,
    build: async (folder, log) => {
      const scratch = join(folder, 'scratch');
      log('nats: reading the Debian package index');
      const archive = await DebianArchive.open(join(scratch, 'apt'), env);
      log(`nats: downloading the package ${PACKAGE}`);
      await archive.download([PACKAGE]);
      mkdirSync(join(scratch, 'root'));
      await archive.unpack(join(scratch, 'root'), ['./usr/share']);
      copyFileSync(join(scratch, 'root', PROGRAM), natsProgramIn(folder));
      rmSync(scratch, { recursive: true });
    },
  };
}
