// `npm test`: every jest project except the one that needs a Kubernetes cluster; arguments are jest's own.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const chosen = args.some((arg) => arg.startsWith('--selectProjects'));
// ES modules in jest need Node's vm modules; the warning about them on every worker says nothing new.
const options = [process.env['NODE_OPTIONS'], '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const jest = spawn(
  process.execPath,
  // Last, because the option takes every word that follows it.
  [join(root, 'node_modules/jest/bin/jest.js'), ...args, ...(chosen ? [] : ['--ignoreProjects', 'kubernetes'])],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: options.filter(Boolean).join(' ') } },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => jest.kill(signal));
jest.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
