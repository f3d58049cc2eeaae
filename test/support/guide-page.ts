/** A page of the guide as a test runs it: the files that it shows, and the command lines that it gives, in their order. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../docs/guide');

export interface GuidePage {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Without what stands behind a `#`. */
  readonly lines: readonly string[];
}

/** All but the list of them. */
export const GUIDE_PAGES: readonly string[] = readdirSync(FOLDER).filter((name) => name !== 'README.md');

export function guidePage(name: string): GuidePage {
  return pageOf(readFileSync(join(FOLDER, name), 'utf8'));
}

/** Pages whose commands follow runs to their end: they need a whole product that runs. */
export const FOLLOWING_PAGES = GUIDE_PAGES.filter((name) =>
  guidePage(name).lines.some((line) => line.endsWith(' --follow')),
);

/** A block that begins with the comment `file: name` is that file; every line of a block of `sh` is run. */
export function pageOf(markdown: string): GuidePage {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
  const files = blocks.flatMap(({ text }) => {
    const [, name] = /^(?:#|\/\/) file: (\S+)\n/.exec(text) ?? [];
    return name === undefined ? [] : [{ name, text }];
  });
  const lines = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'))
    .map((line) => line.replace(/ +# .*$/, ''));
  return { files, lines };
}
