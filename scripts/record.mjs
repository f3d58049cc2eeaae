// `node scripts/record.mjs`, after a build: runs the three commands of README.md in an empty folder, and writes what they print, at the pace at
// which they print it, as a moving picture: docs/tour/start.svg.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const COLUMNS = 84;
const LINE_PX = 20;
const LETTER_PX = 8.4;
/** Nobody wants to wait for a picture: longer pauses are shortened to this. */
const MAX_PAUSE_MS = 900;
const TYPING_MS = 45;
const READING_MS = 6_000;
const LIMIT_MS = 120_000;
/** What a terminal shows elsewhere, or what only this machine says. */
const LEFT_OUT = /^(runs: |  mongo: |\s*$)/;

const folder = mkdtempSync(join(tmpdir(), 'carillon-'));
const lines = [];

/** Runs one command line to its end, or to the line that holds `until`; gives the process. */
async function record(words, until, note = '') {
  const typed = `$ npx carillon ${words}`;
  lines.push({ text: typed + note, pause: MAX_PAUSE_MS + typed.length * TYPING_MS, isTyped: true });
  const args = [join(root, 'dist/apps/cli/src/main.js'), ...words.split(' ')];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS });
  const output = new PassThrough();
  child.once('close', () => output.end());
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  let last = performance.now();
  for await (const line of createInterface({ input: output })) {
    if (LEFT_OUT.test(line)) continue;
    const now = performance.now();
    const text = line.replace(/(token +)\S+/, '$1********').replaceAll(folder, '~');
    lines.push({ text, pause: Math.min(now - last, MAX_PAUSE_MS) });
    last = now;
    if (until && line.includes(until)) return child;
  }
  if (until) throw new Error(`carillon ${words} has ended before it said "${until}"`);
  return child;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const shortened = (text) => (text.length > COLUMNS ? `${text.slice(0, COLUMNS - 1)}…` : text);
const classOf = ({ text, isTyped }) => (isTyped ? 'c' : /^(ready|FINISHED|\S+ created|Hello)/.test(text) ? 'g' : 'd');

function picture() {
  let at = 0;
  const timed = lines.map((line) => ({ ...line, at: (at += line.pause) }));
  const total = at + READING_MS;
  const percent = (time) => ((time / total) * 100).toFixed(2);
  const width = Math.round(COLUMNS * LETTER_PX + 40);
  const height = timed.length * LINE_PX + 44;
  const frames = timed.map(({ at: time }, i) => `@keyframes k${i}{0%{opacity:0}${percent(time)}%,100%{opacity:1}}`);
  const texts = timed.map(
    (line, i) =>
      `<text class="${classOf(line)}" x="20" y="${44 + i * LINE_PX}" style="animation-name:k${i}">${escaped(shortened(line.text))}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>carillon init, up and run in a terminal</title>
<style>
text{font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;animation:${(total / 1000).toFixed(1)}s step-end infinite}
.c{fill:#fff;font-weight:bold}.g{fill:#7ee787}.d{fill:#c9d1d9}
@media (prefers-reduced-motion:reduce){text{animation:none}}
${frames.join('\n')}
</style>
<rect width="${width}" height="${height}" rx="8" fill="#161b22" stroke="#6e7681"/>
<circle cx="20" cy="16" r="5" fill="#6e7681"/><circle cx="38" cy="16" r="5" fill="#6e7681"/><circle cx="56" cy="16" r="5" fill="#6e7681"/>
${texts.join('\n')}
</svg>
`;
}

try {
  await record('init demo');
  const up = await record('up demo', 'created, ');
  await record('run demo-hello --follow', null, '   # in a second terminal');
  const ended = new Promise((done) => up.once('close', done));
  for (const stream of [up.stdout, up.stderr]) stream.unpipe().resume();
  up.kill('SIGINT');
  await ended;
  writeFileSync(join(root, 'docs/tour/start.svg'), picture());
} finally {
  rmSync(folder, { recursive: true });
}
