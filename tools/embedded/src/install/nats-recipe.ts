import { join } from 'node:path';
import type { Recipe } from './install.js';
import { programRecipe } from './program-recipe.js';

export const natsProgramIn = (installed: string): string => join(installed, 'nats-server');

/** NATS from Debian's package of the same name. */
export const natsRecipe = (env: NodeJS.ProcessEnv): Recipe =>
  programRecipe({ name: 'nats', packages: ['nats-server'], programs: ['usr/sbin/nats-server'] }, env);
