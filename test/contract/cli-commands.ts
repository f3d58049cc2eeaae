/** The commands of the command line, as they are declared. */
import { programOf } from '../../apps/cli/src/cli.js';
import { ServerClock } from '../../apps/cli/src/session/server-clock.js';
import type { Shell } from '../../apps/cli/src/shell.js';

const shell = { host: { clock: new ServerClock(Date.now) } } as unknown as Shell;

export const { commands } = programOf(shell, '0.0.0');
