import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { changeContexts, contextsFile, type Contexts } from './contexts.js';

const folder = mkdtempSync(join(tmpdir(), 'carillon-contexts-'));
const file = join(folder, 'config.yaml');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const added = ({ contexts }: Contexts): Contexts => ({
  current: 'new',
  contexts: { ...contexts, new: { server: 'http://new.test' } },
});

test.each([
  ['definitions', 'kind: Job\nid: one\nname: One\n'],
  ['a list', '- one\n'],
  ['a text', 'one\n'],
  ['contexts of another form', 'contexts: [one]\n'],
  ['no YAML', '{one: ['],
])('a file with %s is not replaced by contexts', (_what, text) => {
  writeFileSync(file, text);
  expect(() => {
    changeContexts(file, added);
  }).toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(folder)).toEqual(['config.yaml']);
});

test('a file is made, and an empty one is taken', () => {
  for (const text of [null, '', '# mine\n']) {
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    changeContexts(file, added);
    expect(parse(readFileSync(file, 'utf8'))).toEqual({
      current: 'new',
      contexts: { new: { server: 'http://new.test' } },
    });
  }
});

test('what a newer version has written stays', () => {
  const old = { server: 'http://old.test', token: 't', proxy: 'http://p.test' };
  writeFileSync(file, JSON.stringify({ current: 'old', theme: 'dark', contexts: { old } }));
  changeContexts(file, added);
  expect(parse(readFileSync(file, 'utf8'))).toEqual({
    current: 'new',
    theme: 'dark',
    contexts: { old, new: { server: 'http://new.test' } },
  });
});

test.each([
  [{}, '/home/ada/.config/carillon/config.yaml'],
  [{ CARILLON_CONFIG: '~/own/c.yaml' }, '/home/ada/own/c.yaml'],
  [{ CARILLON_CONFIG: '/etc/c.yaml', XDG_CONFIG_HOME: '/xdg' }, '/etc/c.yaml'],
  [{ CARILLON_CONFIG: 'here.yaml' }, 'here.yaml'],
  [{ CARILLON_CONFIG: '$HOME/c.yaml' }, '/home/ada/c.yaml'],
  [{ CARILLON_CONFIG: '${HOME}/c.yaml' }, '/home/ada/c.yaml'],
  [{ CARILLON_CONFIG: '/a$/~b/c.yaml' }, '/a$/~b/c.yaml'],
  [{ XDG_CONFIG_HOME: '~/.settings' }, '/home/ada/.settings/carillon/config.yaml'],
  [{ XDG_CONFIG_HOME: '/xdg' }, '/xdg/carillon/config.yaml'],
  [{ XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/carillon/config.yaml'],
])('with %j the contexts are in %s', (env, path) => {
  expect(contextsFile({ env, home: '/home/ada' })).toBe(path);
});

test.each(['~bob/c.yaml', '$HOMES/c.yaml', '/home/$USER/c.yaml', '${XDG_CONFIG_HOME}/c.yaml', '%USERPROFILE%/c.yaml'])(
  'no file is made at %s, which only a shell would have replaced',
  (path) => {
    for (const name of ['CARILLON_CONFIG', 'XDG_CONFIG_HOME'])
      expect(() => contextsFile({ env: { [name]: path }, home: '/home/ada' })).toThrow(`${name} is "${path}"`);
  },
);
