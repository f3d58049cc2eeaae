import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('./checked-proxy.ts', import.meta.url));
const started = (env: Record<string, string>): unknown[] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', FILE, '-p', '"begun"'], {
    env,
    encoding: 'utf8',
  });
  return [status, stdout.trim(), stderr.trim()];
};

test.each([
  [{ HTTPS_PROXY: 'proxy:8080' }, 'HTTPS_PROXY'],
  [{ HTTPS_PROXY: 'http://p', http_proxy: 'socks5://proxy:1080' }, 'http_proxy'],
  [{ HTTP_PROXY: 'http://pro xy', HTTPS_PROXY: 'http://proxy:99999' }, 'HTTP_PROXY and HTTPS_PROXY'],
])('a program with a proxy that cannot be read ends with the name of the variable: %j', (env, names) => {
  const message = `${names}: must be an http or https URL, such as http://proxy:8080`;
  expect(started({ NODE_USE_ENV_PROXY: '1', ...env })).toEqual([78, '', message]);
});

test.each([
  { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://proxy:8080', HTTP_PROXY: '' },
  { NODE_USE_ENV_PROXY: '1', https_proxy: 'http://proxy:8080', HTTPS_PROXY: 'unused:8080' },
  { HTTPS_PROXY: 'proxy:8080' },
])('a program begins with %j', (env) => {
  expect(started(env)).toEqual([0, 'begun', '']);
});

test('the quickstart ends in the same way, before it installs or builds anything', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const [, command = ''] = /"quickstart": "node (.*)"/.exec(readFileSync(`${root}package.json`, 'utf8')) ?? [];
  const { status, stdout, stderr } = spawnSync(process.execPath, command.split(' '), {
    cwd: root,
    env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'proxy:8080' },
    encoding: 'utf8',
  });
  const message = 'HTTP_PROXY: must be an http or https URL, such as http://proxy:8080';
  expect([status, stdout, stderr.trim()]).toEqual([78, '', message]);
});
