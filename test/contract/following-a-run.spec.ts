import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MOST_FILES = 45;

const POD = 'A scheduled run of a pod';
const WEB = 'A web-service run by hand';

/** Why a file that rows import need not be opened to understand the walk, or one of both; each pattern is one or more files. */
const NOT_OPENED: readonly (readonly [reason: string, files: RegExp, walk?: string])[] = [
  [
    'carries what the call says: database, messages, cluster, HTTP',
    /^libs\/common\/src\/(mongo|nats|messages|kubernetes|inbox|membership)\//,
  ],
  ['carries what the call says: HTTP and who calls', /^apps\/api\/src\/(http|access|openapi)\//],
  ['carries what the call says: the cluster', /\/kubernetes\/(pod-api|site-api)\.ts$/],
  ['a tool of the runtime', /^libs\/common\/src\/(runtime|clock|errors|logging|metrics|telemetry)\//],
  ['a tool of the runtime', /\/plan\/paced-loop\.ts$/],
  [
    'words and pure rules of the domain, whose names say what they give',
    /^libs\/common\/src\/(domain|spec|run|schedule|usage|limits|secrets|crypto)\//,
  ],
  ['takes another message of the same controller', /^apps\/executor\/src\/(failures|notify|watch|sweeps)\//],
  ['takes another message of the same controller', /^apps\/scheduler\/src\/(after|backfill|limits)\//],
  ['takes another message of the same controller', /\/(queued-runs|callback-intake|last-written|storage-editing)\.ts$/],
  ['takes another message of the same controller', /\/(status-intake|run-requests)\.ts$/, POD],
  ['takes another message of the same controller', /\/plan-loop\.ts$/, WEB],
  ['reads output of pods and processes', /\/follow\/followers\.ts$/, WEB],
  ['only with a limit of job, key, group or tenant', /\/(admission|tenant-limits|uncounted-runs|apply-admission)\.ts$/],
  ['only with a limit of engine or worker', /\/loop\/start-limits\.ts$/],
  ['a named limit', /\/(core\/planning-limits|admission\/permit-allocator)\.ts$/],
  ['only makes it faster: ahead of its time', /\/(plan|loop)\/ahead\.ts$/],
  ['only what is late', /\/plan\/backlog\.ts$/],
  ['only for a schedule with a fixed delay, or with calendars', /\/(fixed-delay|calendar-cache)\.ts$/],
  ['only for a definition that has changed', /\/(definition-sync|apply-job|job-workers)\.ts$/],
  ['only for requests that are deduplicated, gathered, many, or that run again', /\/(gatherer|request-records)\.ts$/],
  [
    'only for requests that are deduplicated, gathered, many, or that run again',
    /\/runs\/(run-batches|core\/partial-rerun)\.ts$/,
  ],
  [
    'only for runs that others take over, and at the stop',
    /\/(call-drain|executor-sweeps|owned-runs|site-keeper)\.ts$/,
  ],
  [
    'only for gangs, shared sites, preemption, commands, actions, retries and policies',
    /\/run\/(gangs|preemption|commands|actions|generations|policies)\.ts$/,
  ],
  [
    'only for gangs, shared sites, preemption, commands, actions, retries and policies',
    /\/(run-site|site-manifests|kubernetes-sites)\.ts$/,
  ],
  ['only for pods in trouble', /\/kubernetes\/(end-prover|pod-guard|core\/(deletion-cause|refusal|pod-marks))\.ts$/],
  ['after the walk: the pod is removed', /\/kubernetes\/pod-remover\.ts$/],
  ['reads a part of the status', /\/kubernetes\/core\/(container-exit|observed-pod|pod-wait|pod-placement)\.ts$/],
  ['names the pod', /\/kubernetes\/core\/pod-name\.ts$/],
  ['a queue of its own, with one way in and one way out', /\/loop\/wake-timers\.ts$/],
  ['a collection of named facts', /\/loop\/(last-successes|signs-of-life)\.ts$|\/scheduler\/src\/successes\.ts$/],
  ['a function whose name says what it gives', /\/run\/(deadlines|indexes|inputs|outside-texts|reasons)\.ts$/],
  [
    'a function whose name says what it gives',
    /\/launch\/(context|substitution)\.ts$|\/usage\/countable-ends\.ts$|\/notices\/notice-text\.ts$/,
  ],
  ['a part of the step before it', /\/plan\/planned\.ts$|\/admission\/run-ends\.ts$/],
  [
    'a part of the step before it',
    /\/(follow\/(memory-budget|host-share)|output\/attempt-(outputs|store))\.ts$|\/(job-judge|job-surroundings|run-inputs|judge-callback)\.ts$/,
  ],
  [
    'a view of what is stored',
    /\/runs\/(attempt\.view|run\.view|run\.reader|run-details|core\/\w+-(state|views))\.ts$/,
  ],
  [
    'another route of the same controller',
    /\/(former-jobs|tenant-quotas|identity-renewal|callback\.routes|log-lines|storage-size)\.ts$/,
  ],
  ['which executor is asked', /\/callbacks\/core\/owner-circuits\.ts$/],
  [
    'another kind of call, whose answer is its end',
    /\/webservice\/(ending-calls|client-tokens|kept-answer)\.ts$|\/loop\/call-drain\.ts$/,
  ],
  [
    'one part of a call',
    /\/webservice\/(address-guard|answer-body|answer-head|basic-credentials|ready-connections|retry-after|sign-call)\.ts$|\/config\/outgoing-proxy\.ts$/,
  ],
];

/** The files that assemble the services: a line of theirs may join two rows. */
const COMPOSITION_ROOT = /^apps\/[a-z-]+\/src\/(app\.module|engines\/make-engines)\.ts$/;

interface Row {
  readonly position: number;
  readonly file: string;
  readonly name: string;
  readonly from: string;
}

interface Imported {
  readonly file: string;
  readonly names: readonly string[];
}

const [, section = ''] = /^## Following a run$([^]*?)^## /m.exec(readFileSync('docs/ARCHITECTURE.md', 'utf8')) ?? [];
const texts = section.split(/^### /m).slice(1);
const walks = texts.map((text) => ({ title: text.split('\n', 1)[0] ?? '', rows: rowsOf(text), text }));

function rowsOf(text: string): readonly Row[] {
  const own = text.matchAll(/^(\d+)\. `([^`]+)`, `([^`]+)` \((.*?)\): /gm);
  const rows = [...own].map(([, position, file = '', name = '', from = '']) => ({
    position: Number(position),
    file,
    name,
    from,
  }));
  return [...rows, ...rowsOfFirst(text)].sort((one, other) => one.position - other.position);
}

/** The rows that a walk has in common with the first: `15 to 26 are 11 to 22`, `27 is 24`. */
function rowsOfFirst(text: string): readonly Row[] {
  const ranges = text.matchAll(/(\d+)(?: to (\d+))? (?:are|is) (\d+)(?: to (\d+))?/g);
  return [...ranges].flatMap(([, to = '', , from = '', last = from]) =>
    rowsOf(texts[0] ?? '')
      .filter(({ position }) => position >= Number(from) && position <= Number(last))
      .map((row) => ({ ...row, position: row.position - Number(from) + Number(to) })),
  );
}

const sourceOf = (file: string): string => readFileSync(file, 'utf8');

function importsOf(file: string): readonly Imported[] {
  const imports = sourceOf(file).matchAll(/^import (?:type )?(?:\{([^}]*)\}|\S+) from '([^']+)';/gm);
  return [...imports].flatMap(([, names = '', from = '']) => {
    const target = from.startsWith('#common/')
      ? from.replace('#common/', 'libs/common/src/')
      : from.startsWith('.')
        ? join(dirname(file), from)
        : null;
    if (target === null) return [];
    const own = names.split(',').map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ', 1)[0] ?? '',
    );
    return [{ file: target.replace(/\.js$/, '.ts'), names: own.filter((name) => name !== '') }];
  });
}

const isImportedBy = (file: string, by: string): boolean => importsOf(by).some((each) => each.file === file);

/** Whether a file need not be opened in this walk. */
const isNotOpened = (title: string, file: string): boolean =>
  NOT_OPENED.some(([, files, walk = title]) => walk === title && files.test(file));

/** Classes, functions and values are opened; an interface or a type only says what is passed. */
const hasCode = ({ file, names }: Imported): boolean =>
  names.some((name) =>
    new RegExp(`^export (abstract )?(async )?(class|function\\*?|const) ${name}\\b`, 'm').test(sourceOf(file)),
  );

/** Files with code that the rows import and that are no rows. */
const besides = (rows: readonly Row[]): readonly string[] => {
  const own = new Set(rows.map(({ file }) => file));
  const files = rows.flatMap(({ file }) => importsOf(file)).filter((each) => !own.has(each.file) && hasCode(each));
  return [...new Set(files.map(({ file }) => file))].sort();
};

const all = walks.flatMap(({ title, rows }) =>
  rows.map((row) => ({ ...row, title, before: rows.slice(0, row.position - 1) })),
);

test('there are two walks', () => {
  expect(walks.map(({ title }) => title)).toEqual([POD, WEB]);
});

describe.each(walks)('$title', ({ title, rows, text }) => {
  it('has few files, in order, each once', () => {
    expect(rows.map(({ position }) => position)).toEqual(Array.from(rows, (_, i) => i + 1));
    const inCommon = rowsOfFirst(text).length;
    expect(rows).toHaveLength([...text.matchAll(/^\d+\. /gm)].length + inCommon);
    expect(inCommon > 0).toBe(title === WEB);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.length).toBeLessThanOrEqual(MOST_FILES);
    expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length);
  });

  it('leaves out no file that must be opened', () => {
    expect(besides(rows).filter((file) => !isNotOpened(title, file))).toEqual([]);
  });

  it('has no file of a service that need not be opened: it could be left out', () => {
    expect(rows.filter(({ file }) => file.startsWith('apps/') && isNotOpened(title, file))).toEqual([]);
  });
});

test.each(all)('$title, $position: $file defines $name', ({ file, name }) => {
  const declared = String.raw`(class|function\*?|const|interface) ${name}\b`;
  const method = String.raw`${name}\(([^;]*\{)?$`;
  const modifiers = '(export |private |static |readonly |async )*';
  expect(sourceOf(file)).toMatch(new RegExp(`^ *${modifiers}(${declared}|${method})`, 'm'));
});

/** Whether each condition of the way to the row holds, by what it says. */
function wayTo({ file, from }: Row, before: readonly Row[]): Readonly<Record<string, boolean>> {
  const [, contract] = /^contract `(\w+)`$/.exec(from) ?? [];
  if (contract !== undefined)
    return {
      'handles the message': sourceOf(file).includes(`@Handles(contracts.${contract})`),
      'an earlier row sends it': before.some((row) => sourceOf(row.file).includes(`contracts.${contract}`)),
    };
  const [, root = '', line = ''] = /^`([^`]+)`: `([^`]+)`$/.exec(from) ?? [];
  if (root !== '')
    return {
      'is a composition root': COMPOSITION_ROOT.test(root),
      'has the line': sourceOf(root).includes(line),
      'imports the file': isImportedBy(file, root),
      'imports an earlier row': before.some((row) => isImportedBy(row.file, root)),
    };
  const rows = before.filter((row) => from === `\`${basename(row.file)}\``);
  return { 'is imported by that row': rows.some((row) => isImportedBy(file, row.file)) };
}

test.each(all.filter(({ position }) => position > 1))(
  '$title, $position: $file is reached from $from',
  ({ before, ...row }) => {
    const conditions = Object.entries(wayTo(row, before));
    expect(conditions.filter(([, holds]) => !holds)).toEqual([]);
  },
);

test('no reason for leaving a file out is out of date', () => {
  const left = walks.flatMap(({ title, rows }) => besides(rows).map((file) => ({ title, file })));
  const isUsed = ([, files, walk]: (typeof NOT_OPENED)[number]): boolean =>
    left.some(({ title, file }) => (walk ?? title) === title && files.test(file));
  expect(NOT_OPENED.filter((each) => !isUsed(each))).toEqual([]);
});

test('every other file that the section names exists', () => {
  const named = [...section.matchAll(/`((?:apps|libs|test)\/[^`]+\.ts)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
