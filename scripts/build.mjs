// Compiles every TypeScript file to dist/ with swc; types are checked by `npm run verify`.
import { spawnSync } from 'node:child_process';

const sources = ['apps', 'libs', 'tools', 'bench', 'examples'];
const built = spawnSync(
  'swc',
  [...sources, '-d', 'dist', '--config-file', '.swcrc', '--quiet', '--ignore', '**/*.spec.ts'],
  { stdio: 'inherit', shell: false },
);
process.exit(built.status ?? 1);
