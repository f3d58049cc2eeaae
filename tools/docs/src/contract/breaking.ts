/** Whether the promises to clients still hold. */
import { BOUNDS } from './facts.js';

/** One sentence for each promise of `before` (see `contractFacts`) that `now` breaks; empty for additions only. */
export function breakingChanges(before: readonly string[], now: readonly string[]): string[] {
  const present = new Set(now);
  const former = new Set(before);
  const lost = before
    .filter((fact) => !/^(?:needs|bound|may give) /.test(fact) && !present.has(fact))
    // If any text is accepted, each of the former values is.
    .filter((fact) => !present.has(fact.replace(/="[^"]*"$/, ': string')))
    .map((fact) => `no longer ${fact}`);
  const added = now.filter((fact) => fact.startsWith('needs ') && !former.has(fact)).map((fact) => fact.slice(6));
  const known = new Set(before.flatMap(placesOf));
  const demanded = added.filter((place) => known.has(containerOf(place))).map((place) => `now needs ${place}`);
  return [...lost, ...demanded, ...changedGifts(before, now), ...tighterBounds(before, now)];
}

/** True if an optional field of answers has changed its type. Its removal is a break, too. */
function changedGifts(before: readonly string[], now: readonly string[]): string[] {
  const given = new Set(now.map((fact) => fact.replace(/^(?:may give|gives) /, '')));
  return before
    .filter((fact) => fact.startsWith('may give '))
    .filter((fact) => !given.has(fact.slice('may give '.length)))
    .map((fact) => `no longer ${fact}`);
}

type Bound = readonly [key: string, value: number];

function tighterBounds(before: readonly string[], now: readonly string[]): string[] {
  const former = new Map(before.flatMap(boundOf));
  const known = new Set(before.flatMap(placesOf));
  return now.flatMap(boundOf).flatMap(([key, value]) => {
    const place = key.slice(0, key.lastIndexOf(' '));
    const keyword = key.slice(key.lastIndexOf(' ') + 1);
    const old = former.get(key);
    if (old === undefined) return known.has(place) ? [`now bounds ${place}: ${keyword} ${value}`] : [];
    const isTighter = BOUNDS[keyword as keyof typeof BOUNDS] === 'upper' ? value < old : value > old;
    return isTighter ? [`now bounds ${place}: ${keyword} ${value} in place of ${old}`] : [];
  });
}

function boundOf(fact: string): Bound[] {
  const [, key, value] = /^bound (.*) (\S+)$/.exec(fact) ?? [];
  return key === undefined ? [] : [[key, Number(value)]];
}

/** The subject of a fact. */
function placesOf(fact: string): string[] {
  if (fact.startsWith('serves ')) return [fact.slice('serves '.length)];
  const place = /^takes (.+?)(?:: [^:]*|=.*)$/.exec(fact)?.[1];
  return place === undefined ? [] : [place];
}

/** The object of a field, or the operation of a parameter. */
function containerOf(place: string): string {
  const operation = /^([A-Z]+ \S+) /.exec(place)?.[1];
  return operation ?? place.slice(0, Math.max(0, place.lastIndexOf('.')));
}
