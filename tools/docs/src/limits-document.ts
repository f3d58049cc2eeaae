/** The limits of libs/common/src/domain/limits.ts on two pages: what users and operators can meet, and the others. */
import * as limits from '#common/domain/limits.js';
import { generatedFrom } from './generated-note.js';

const SOURCE = 'libs/common/src/domain/limits.ts';
/** What happens beyond a limit that users can meet. */
const BEYOND = '@beyond';
const REFUSED = 'refused';

interface Limit {
  readonly name: string;
  readonly section: string;
  readonly meaning: string;
  /** Null where the comment does not say it. */
  readonly beyond: string | null;
}

/** The limits whose comments say what happens beyond them; `source` is the text of the file that declares the limits. */
export function limitsDocument(source: string): string {
  const met = limitsIn(source).filter(({ beyond }) => beyond !== null);
  return [
    generatedFrom(SOURCE),
    '# Limits\n',
    'What users and operators can meet. What is beyond a limit is **refused** with 400 and the name of the field, unless an arrow says what happens instead: a number is the status of the answer. Rates for each caller, quotas of tenants and further sizes are [settings](env.md). [The other limits](reference/internal-limits.md) are those of single fields and those inside.\n',
    ...sectionsOf(met, ({ name, meaning, beyond }) => {
      const instead = beyond === REFUSED ? '' : ` → ${beyond ?? ''}`;
      return `- \`${name}\` **${shown(name)}**: ${withoutStop(meaning)}${instead}`;
    }),
  ].join('\n');
}

/** The other limits. */
export function internalLimitsDocument(source: string): string {
  const internal = limitsIn(source).filter(({ beyond }) => beyond === null);
  return [
    generatedFrom(SOURCE),
    '# Internal limits\n',
    'Every queue, retry, list, line and wait has a limit with a name. These are the limits of the data model of single fields, whose refusals name them, and of what runs inside. What users and operators can meet is in [limits](../limits.md); limits of a single mechanism are at the top of its source file.\n',
    ...sectionsOf(internal, ({ name, meaning }) => `- \`${name}\` **${shown(name)}**: ${withoutStop(meaning)}`),
  ].join('\n');
}

function sectionsOf(all: readonly Limit[], line: (limit: Limit) => string): string[] {
  return [...Map.groupBy(all, ({ section }) => section)].flatMap(([section, some]) => [
    `## ${section}\n`,
    ...some.map(line),
    '',
  ]);
}

/** Each heading, and each constant with the comment right above it. */
const DECLARED =
  /^\/\/ == (?<section>.+) ==$|^(?:\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\n)?export const (?<name>[A-Z_0-9]+)/gm;

function limitsIn(source: string): Limit[] {
  const all: Limit[] = [];
  let section = 'General';
  for (const { groups = {} } of source.matchAll(DECLARED)) {
    const { name, comment = '' } = groups;
    section = groups['section'] ?? section;
    if (name === undefined) continue;
    const [meaning = '', beyond] = comment
      .replaceAll(/\s*\n \*/g, ' ')
      .split(BEYOND)
      .map((part) => part.replaceAll(/\s+/g, ' ').trim());
    all.push({ name, section, meaning, beyond: beyond ?? null });
  }
  return all;
}

const withoutStop = (text: string): string => text.replace(/\.$/, '');

const MS_PER_SECOND = 1_000;
const SECONDS_PER_HOUR = 3_600;
const SECONDS_PER_DAY = 86_400;
const BYTES_PER_KIB = 1_024;
const BYTES_PER_MIB = 1_048_576;

/** The value with its unit, which the name tells. Throws for a name that is no limit. */
function shown(name: string): string {
  const value = (limits as Readonly<Record<string, number>>)[name];
  if (value === undefined) throw new Error(`${name} is not a limit of ${SOURCE}`);
  if (name.endsWith('_MS')) return ofTime(value / MS_PER_SECOND);
  if (name.endsWith('_SECONDS')) return ofTime(value);
  if (/_BYTES(_|$)/.test(name)) return ofSize(value);
  return number(value);
}

function ofTime(seconds: number): string {
  if (seconds % SECONDS_PER_DAY === 0) return counted(seconds / SECONDS_PER_DAY, 'day');
  if (seconds % SECONDS_PER_HOUR === 0) return counted(seconds / SECONDS_PER_HOUR, 'hour');
  return `${number(seconds)} s`;
}

function ofSize(bytes: number): string {
  if (bytes % BYTES_PER_MIB === 0) return `${number(bytes / BYTES_PER_MIB)} MiB`;
  if (bytes % BYTES_PER_KIB === 0) return `${number(bytes / BYTES_PER_KIB)} KiB`;
  return `${number(bytes)} bytes`;
}

const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
const number = (value: number): string => value.toLocaleString('en');
