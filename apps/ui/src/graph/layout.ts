/** Places the jobs of a graph in layers, each behind its upstream jobs, ordered so that few lines cross. Pure. */

interface Line {
  readonly from: string;
  readonly to: string;
}

export interface Spot {
  readonly layer: number;
  /** Its place in its layer, counted from the middle: the places of a layer of three are -1, 0 and 1. */
  readonly place: number;
}

export interface Layout {
  readonly spots: ReadonlyMap<string, Spot>;
  /** The points of each line, in the order of the given lines: its ends, and one in each layer between. */
  readonly ways: readonly (readonly Spot[])[];
}

/** Rounds of ordering: further rounds change little. */
const ROUNDS = 6;

export function layoutOf(jobs: readonly string[], lines: readonly Line[]): Layout {
  const layerOf = layersOf(jobs, lines);
  const layers: string[][] = [];
  const put = (name: string, layer: number): void => {
    while (layers.length <= layer) layers.push([]);
    layers[layer]?.push(name);
  };
  for (const job of jobs) put(job, layerOf.get(job) ?? 0);
  // A line over several layers is given a place in each, so that it does not run through a job.
  const ways = lines.map(({ from, to }, i) => {
    const first = layerOf.get(from) ?? 0;
    const last = layerOf.get(to) ?? 0;
    const between = Array.from({ length: Math.max(0, last - first - 1) }, (_, step) => {
      const name = `${i}/${step}`;
      put(name, first + 1 + step);
      return name;
    });
    return [from, ...between, to];
  });
  order(layers, ways);
  const spots = new Map<string, Spot>();
  layers.forEach((names, layer) => {
    names.forEach((name, i) => spots.set(name, { layer, place: i - (names.length - 1) / 2 }));
  });
  const spotOf = (name: string): Spot => spots.get(name) ?? { layer: 0, place: 0 };
  return { spots: new Map(jobs.map((job) => [job, spotOf(job)])), ways: ways.map((way) => way.map(spotOf)) };
}

/** The longest path from a job without upstream jobs. The number of jobs bounds it, in case of a cycle (which the API refuses). */
function layersOf(jobs: readonly string[], lines: readonly Line[]): ReadonlyMap<string, number> {
  const layers = new Map(jobs.map((job) => [job, 0]));
  const layerOf = (job: string): number => layers.get(job) ?? 0;
  for (let round = 0, hasMoved = true; hasMoved && round < jobs.length; round++) {
    hasMoved = false;
    for (const { from, to } of lines) {
      const least = Math.min(layerOf(from) + 1, jobs.length - 1);
      if (layerOf(to) >= least) continue;
      layers.set(to, least);
      hasMoved = true;
    }
  }
  // A job without upstream jobs is placed right before its first downstream job.
  const followers = new Set(lines.map(({ to }) => to));
  for (const job of jobs) {
    const behind = lines.filter(({ from }) => from === job);
    if (behind.length === 0 || followers.has(job)) continue;
    layers.set(job, Math.max(0, Math.min(...behind.map(({ to }) => layerOf(to))) - 1));
  }
  return layers;
}

/** Orders each layer by the average place of its members' neighbours, alternately in the layer before and in the layer behind. */
function order(layers: readonly string[][], ways: readonly (readonly string[])[]): void {
  const joined = { before: new Map<string, string[]>(), behind: new Map<string, string[]>() };
  const join = (map: Map<string, string[]>, name: string, other: string): void => {
    map.set(name, [...(map.get(name) ?? []), other]);
  };
  for (const way of ways) {
    way.slice(1).forEach((name, i) => {
      const previous = way[i] ?? name;
      join(joined.before, name, previous);
      join(joined.behind, previous, name);
    });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const isForward = round % 2 === 0;
    const places = new Map(
      layers.flatMap((names) => names.map((name, i) => [name, i - (names.length - 1) / 2] as const)),
    );
    for (const names of isForward ? layers : layers.toReversed()) {
      const middles = new Map(
        names.map((name) => {
          const others = joined[isForward ? 'before' : 'behind'].get(name) ?? [];
          const sum = others.reduce((total, other) => total + (places.get(other) ?? 0), 0);
          return [name, others.length === 0 ? (places.get(name) ?? 0) : sum / others.length];
        }),
      );
      names.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0));
      names.forEach((name, i) => places.set(name, i - (names.length - 1) / 2));
    }
  }
}
