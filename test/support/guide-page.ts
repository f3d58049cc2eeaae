/** A page of the guide as a test runs it: the files that it shows, and the command lines that it gives, in their order. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../docs/guide');

/** Languages of blocks that are no commands. */
const SHOWN = ['yaml', 'json', 'js', 'text'];
const FENCE = /^\s*(?:```|~~~)/;
const COMMAND = /^\s*(?:\$ |(?:carillon|npx|npm) )/;

export interface GuidePage {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Without the part after a `#`. */
  readonly lines: readonly string[];
}

const ALL_PAGES: readonly string[] = readdirSync(FOLDER);
/** All but the list of them. */
export const GUIDE_PAGES = ALL_PAGES.filter((name) => name !== 'README.md');

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

export function guidePage(name: string): GuidePage {
  return pageOf(textOf(name));
}

/** Of every page, the list of pages too: blocks with commands that no test would run, behind the name of the page. */
export const guideBlocksNotRun = (): string[] =>
  ALL_PAGES.flatMap((name) => blocksNotRun(textOf(name)).map((line) => `${name}: ${line}`));

/** The first lines of blocks that may hold commands which `pageOf` does not give: of other languages, indented, or not closed. */
export function blocksNotRun(markdown: string): string[] {
  const found: string[] = [];
  let open: string | null = null;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) {
      const isUnderstood = open === null ? ['sh', ...SHOWN].some((each) => line === `\`\`\`${each}`) : line === '```';
      if (!isUnderstood) found.push(line);
      open = open === null ? line : null;
    } else if (open !== '```sh' && COMMAND.test(line)) found.push(line);
  }
  return open === null ? found : [...found, open];
}

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
