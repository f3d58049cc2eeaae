/** Readers find every page of the documents on the site and in the guide, and the pages name only files that exist. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { definitionSchemas } from '#common/spec/definition-schemas.js';

const docs = resolve(import.meta.dirname, '../../docs');
const read = (file: string): string => readFileSync(join(docs, file), 'utf8');
const pagesOf = (folder: string): string[] =>
  readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');

test('the site links to every page', () => {
  const site = read('.vitepress/config.mjs');
  const pages = ['', 'guide/', 'reference/', 'semantics/'].flatMap((folder) =>
    pagesOf(folder).map((name) => `/${folder}${name}`),
  );
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((page) => !site.includes(`'${page.slice(0, -'.md'.length)}'`))).toEqual([]);
});

test.each(['guide', 'semantics'])('the list of docs/%s names all its pages', (folder) => {
  const list = read(`${folder}/README.md`);
  expect(pagesOf(folder).filter((name) => !list.includes(`](${name}`))).toEqual([]);
});

test('the page about editors names every schema that is served', () => {
  const page = read('guide/schemas.md');
  expect([...definitionSchemas().keys()].filter((name) => !page.includes(name))).toEqual([]);
});

test('each section of a page that sources and manifests name exists: remedies of the doctor lead to it', () => {
  const sources = globSync(
    ['{apps,libs,tools}/**/src/**/*.ts', 'deploy/**/*.{yaml,yml,txt,conf,sh}', 'deploy/docker/*'],
    { cwd: resolve(docs, '..') },
  );
  const named = sources.flatMap((file) => [
    ...readFileSync(resolve(docs, '..', file), 'utf8')
      .replaceAll(/\n *# /g, ' ')
      .matchAll(/docs\/([\w/-]+\.md), \\?"([^"\\]+)\\?"/g),
  ]);
  expect(named.length).toBeGreaterThan(8);
  const hasSection = (page: string, section: string): boolean => new RegExp(`^#+ ${section}$`, 'm').test(read(page));
  const missing = named.filter(([, page = '', section = '']) => !hasSection(page, section));
  expect(missing.map(([text]) => text)).toEqual([]);
});

test('the moving picture of README.md shows the commands of README.md, is small, and tells no token', () => {
  const picture = readFileSync(join(docs, 'tour/start.svg'), 'utf8');
  const readme = readFileSync(join(docs, '../README.md'), 'utf8');
  const shown = [...picture.matchAll(/>\$ (npx carillon [^<#]+?) *[<#]/g)].map(([, command]) => command);
  const written = [...readme.matchAll(/^(npx carillon [^#]+?) # /gm)].map(([, command]) => command);
  expect(shown).toHaveLength(3);
  expect(written).toEqual(shown);
  expect(picture.length).toBeLessThan(60_000);
  expect(picture).toContain('>  token   ********');
});
