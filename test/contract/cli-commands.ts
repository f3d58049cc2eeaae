/** The commands of the command line, as they are declared. */
import { programOf } from '../../apps/cli/src/cli.js';
import type { Shell } from '../../apps/cli/src/shell.js';

export const { commands } = programOf({ host: {} } as unknown as Shell, '0.0.0');
