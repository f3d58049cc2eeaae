/**
 * Every change of offset of every IANA zone from 2000 to 2040, for every choice of `dst`, compared with tables that were computed
 * minute by minute without the product's code (test/support/make-zone-golden.mjs): a hash per zone, some years in full.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScheduleRule } from '#common/schedule/schedule-state.js';
import { nextSlots } from '#common/schedule/slots.js';
import { Zone, type Stretch } from '#common/schedule/zone.js';
import { aRule } from '#testing/builders/a-schedule.js';
import { inForm } from '#testing/long-form.js';

/** The short form checks one zone in five. */
const STRIDE = inForm({ short: 5, long: 1 });
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FROM = Date.UTC(2000, 0, 1);
const TO = Date.UTC(2041, 0, 1);
const CHOICES = (['skip', 'after', 'before'] as const).flatMap((gap) =>
  (['first', 'second', 'both'] as const).map((overlap) => ({ gap, overlap })),
);
const FLAGS: Readonly<Record<string, string>> = { 'dst-gap': 'g', 'dst-overlap': 'o' };

const golden = readFileSync(join(process.cwd(), 'test/golden/zones.txt'), 'utf8');
const [header = '', excerpts = '', hashes = ''] = golden.split('\n\n');

function changesOf(zone: string): Stretch[] {
  const changes: Stretch[] = [];
  let stretch = Zone.of(zone).stretchAt(FROM / 1000);
  while (stretch.end < TO / 1000) {
    stretch = Zone.of(zone).stretchAt(stretch.end);
    if (stretch.offset !== stretch.offsetBefore) changes.push(stretch);
  }
  return changes;
}

/** In minutes if it is a whole number of them. */
const distance = (ms: number): string => (ms % MINUTE === 0 ? `${ms / MINUTE}` : `${ms / SECOND}s`);

function slotsAround({ start, offset, offsetBefore }: Stretch, rule: ScheduleRule): string {
  const at = start * 1000;
  const reach = Math.abs(offset - offsetBefore) * 1000 + 3 * HOUR;
  return nextSlots(rule, { after: at - reach - 1, until: at + reach - 1, limit: 1_000 })
    .map(({ nominal, flags }) => `${distance(nominal - at)}${flags.map((flag) => FLAGS[flag]).join('')}`)
    .join(' ');
}

/** The same lines as those from which the tables were made. */
function linesOf(zone: string): string[] {
  const rules = CHOICES.map((dst) => aRule({ cron: '5,20,35,50 0-23 * * *', timezone: zone, dst }));
  const lines = [`${zone} begins at ${Zone.of(zone).stretchAt(FROM / 1000).offset / 60}`];
  for (const change of changesOf(zone)) {
    const when = new Date(change.start * 1000).toISOString().slice(0, 16);
    lines.push(`${when} ${change.offsetBefore / 60} to ${change.offset / 60}`);
    for (const [i, { gap, overlap }] of CHOICES.entries()) {
      lines.push(`  ${gap} ${overlap}: ${slotsAround(change, rules[i]!)}`);
    }
  }
  return lines;
}

describe('the zone tables', () => {
  it('are those of this runtime; create them again when its zone data is newer', () => {
    expect(header).toBe(`zone data ${process.versions['tz']}`);
    expect(hashes.trim().split('\n')).toHaveLength(Intl.supportedValuesOf('timeZone').length);
  });

  it('hold at every change of every zone, for every choice of dst', () => {
    const wrong = hashes
      .trim()
      .split('\n')
      .filter((_, i) => i % STRIDE === 0)
      .filter((line) => {
        const lines = linesOf(line.split(' ')[0]!);
        const changes = lines.filter((text) => /^\d/.test(text)).length;
        const hash = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
        return line !== `${line.split(' ')[0]} ${changes} ${hash}`;
      });
    expect(wrong).toEqual([]);
  }, 120_000);

  it('match these excerpts in full', () => {
    const blocks = excerpts.split(/\n(?=\S)/);
    expect(blocks.length).toBeGreaterThan(10);
    for (const block of blocks) {
      const [first = '', ...slots] = block.split('\n');
      const [zone = '', ...change] = first.split(' ');
      const lines = linesOf(zone);
      const at = lines.indexOf(change.join(' '));
      expect(lines.slice(at, at + 1 + CHOICES.length)).toEqual([change.join(' '), ...slots]);
    }
  });
});
