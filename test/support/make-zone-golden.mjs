// Writes test/golden/zones.txt: what daylight saving does to a schedule at every change of offset of every zone, for every
// choice a job has. Worked out minute by minute from wall clocks that Intl shows, with none of the product's code.
// Run it (some minutes) when the runtime brings newer zone data: node test/support/make-zone-golden.mjs
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FROM = Date.UTC(2000, 0, 1);
const TO = Date.UTC(2041, 0, 1);
/** No zone goes back and forth within this time. */
const PROBE = 12 * HOUR;
/** The probing schedule names these minutes of every hour. */
const MINUTES = new Set([5, 20, 35, 50]);
const CHOICES = ['skip', 'after', 'before'].flatMap((gap) =>
  ['first', 'second', 'both'].map((overlap) => ({ gap, overlap })),
);
/** From the jump of the clock to where times that it leaves out go. */
const EDGES = { after: 0, before: -SECOND };
/** Zones and years that are shown in full. */
const EXCERPTS = [
  ['Europe/Prague', '2026'],
  ['America/St_Johns', '2006'],
  ['Australia/Lord_Howe', '2026'],
  ['Pacific/Apia', '2011'],
  ['Africa/Casablanca', '2026'],
  ['Antarctica/Troll', '2026'],
];

/** The wall clock of an instant, as if it were UTC. */
function wallClock(zone) {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' };
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...numeric, second: 'numeric' });
  return (at) => {
    const [month, day, year, hour, minute, second] = format.format(at).match(/\d+/g).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

function* changesOf(wall) {
  for (let low = FROM; low < TO; low += PROBE) {
    const high = Math.min(low + PROBE, TO);
    if (wall(low) - low === wall(high) - high) continue;
    let at = low;
    while (wall(at) - at === wall(low) - low) at += MINUTE;
    yield { at, before: wall(at - MINUTE) - (at - MINUTE), after: wall(at) - at };
  }
}

/** At which instants each minute of the wall clock passes around a change. */
function passingsAround(wall, { at, before, after }) {
  const reach = 2 * Math.abs(after - before) + 5 * HOUR;
  const passings = new Map();
  for (let instant = at - reach; instant < at + reach; instant += MINUTE) {
    const local = wall(instant);
    passings.set(local, [...(passings.get(local) ?? []), instant]);
  }
  return passings;
}

/** From a change, in minutes where it is a whole number of them. */
const distance = (ms) => (ms % MINUTE === 0 ? `${ms / MINUTE}` : `${ms / SECOND}s`);

/** The slots around a change, as distances from it; `g` and `o` for what it touched. */
function slotsOf(passings, { at, before, after }, { gap, overlap }) {
  const reach = Math.abs(after - before) + 3 * HOUR;
  const slots = new Map();
  const locals = [...passings.keys()];
  for (let local = Math.min(...locals); local <= Math.max(...locals); local += MINUTE) {
    if (!MINUTES.has(new Date(local).getUTCMinutes())) continue;
    const passed = passings.get(local) ?? [];
    const moved = EDGES[gap];
    if (passed.length === 0 && moved !== undefined) slots.set(at + moved, 'g');
    else if (passed.length === 1 && !slots.has(passed[0])) slots.set(passed[0], '');
    else if (passed.length === 2) {
      for (const instant of overlap === 'both' ? passed : [passed[overlap === 'first' ? 0 : 1]])
        slots.set(instant, 'o');
    }
  }
  return [...slots]
    .filter(([instant]) => instant >= at - reach && instant < at + reach)
    .sort(([a], [b]) => a - b)
    .map(([instant, flag]) => `${distance(instant - at)}${flag}`)
    .join(' ');
}

function textOf(zone) {
  const wall = wallClock(zone);
  const lines = [`${zone} begins at ${(wall(FROM) - FROM) / MINUTE}`];
  for (const change of changesOf(wall)) {
    const passings = passingsAround(wall, change);
    const when = new Date(change.at).toISOString().slice(0, 16);
    lines.push(`${when} ${change.before / MINUTE} to ${change.after / MINUTE}`);
    for (const choice of CHOICES) lines.push(`  ${choice.gap} ${choice.overlap}: ${slotsOf(passings, change, choice)}`);
  }
  return lines;
}

const hashes = [];
const excerpts = [];
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const lines = textOf(zone);
  const changes = lines.filter((line) => /^\d/.test(line)).length;
  hashes.push(`${zone} ${changes} ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`);
  for (const [shown, year] of EXCERPTS) {
    if (shown !== zone) continue;
    for (const [i, line] of lines.entries()) {
      if (line.startsWith(year)) excerpts.push(`${zone} ${line}`, ...lines.slice(i + 1, i + 1 + CHOICES.length));
    }
  }
  console.log(hashes.at(-1));
}
const file = join(dirname(fileURLToPath(import.meta.url)), '../golden/zones.txt');
writeFileSync(file, [`zone data ${process.versions.tz}`, '', ...excerpts, '', ...hashes, ''].join('\n'));
