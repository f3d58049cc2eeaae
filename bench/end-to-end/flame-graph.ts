/** A CPU profile of Node as a flame graph: an SVG whose widths are shares of the time in which the process was not idle. */

/** The parts of a `.cpuprofile` that are used. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly name: string;
  micros: number;
  readonly callees: Map<string, Frame>;
}

const WIDTH = 1_200;
const ROW = 16;
/** Narrower frames are not drawn. */
const MIN_WIDTH = 1.5;
const PER_LETTER = 6.5;
const MAX_DEPTH = 40;
/** Parts of a program that get a share of their own. */
const MAX_SHARES = 12;
const NOT_WORK = new Set(['(idle)', '(program)', '(root)']);

export function flameGraph(profile: CpuProfile, title: string): string {
  const root = frames(profile);
  const boxes: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, x: number, depth: number): void => {
    const width = (frame.micros / root.micros) * WIDTH;
    if (width < MIN_WIDTH || depth > MAX_DEPTH) return;
    deepest = Math.max(deepest, depth);
    boxes.push(box(frame, { x, y: (depth + 1) * ROW, width, share: frame.micros / root.micros }));
    let left = x;
    for (const callee of [...frame.callees.values()].sort((a, b) => b.micros - a.micros)) {
      draw(callee, left, depth + 1);
      left += (callee.micros / root.micros) * WIDTH;
    }
  };
  draw(root, 0, 0);
  const height = (deepest + 3) * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">`,
    `<text x="4" y="12">${escaped(title)}</text>`,
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

/** The same function called on the same path is one frame; frames that are not work are left out. */
function frames({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root: Frame = { name: 'all', micros: 0, callees: new Map() };
  samples.forEach((id, at) => {
    const way: string[] = [];
    for (let each: number | undefined = id; each !== undefined; each = parents.get(each)) {
      const frame = byId.get(each)?.callFrame;
      if (frame !== undefined) way.unshift(nameOf(frame));
    }
    if (NOT_WORK.has(way.at(-1) ?? '')) return;
    const micros = timeDeltas[at] ?? 0;
    let frame = root;
    root.micros += micros;
    for (const name of way.filter((each) => !NOT_WORK.has(each))) {
      const callee: Frame = frame.callees.get(name) ?? { name, micros: 0, callees: new Map() };
      frame.callees.set(name, callee);
      callee.micros += micros;
      frame = callee;
    }
  });
  return root;
}

/** A function and its package, or its file. */
function nameOf({ functionName, url }: { readonly functionName: string; readonly url: string }): string {
  const place = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url.split('/').at(-1) ?? '';
  return `${functionName || '(anonymous)'}${place === '' ? '' : ` ${place}`}`;
}

function box({ name }: Frame, at: { x: number; y: number; width: number; share: number }): string {
  const { x, y, width, share } = at;
  const letters = Math.floor(width / PER_LETTER);
  const text =
    letters < 4 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escaped(name.slice(0, letters))}</text>`;
  const color = `hsl(${hueOf(name)} 70% 72%)`;
  const hint = `<title>${escaped(name)}: ${(share * 100).toFixed(1)} %</title>`;
  return `<g><rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${color}">${hint}</rect>${text}</g>`;
}

/** Node's own code blue, packages green, ours orange. */
function hueOf(name: string): number {
  if (name.includes(' node:') || !name.includes(' ')) return 210;
  return /\.(js|ts|mjs)$/.test(name) ? 30 : 120;
}

/** The share of each part of the program itself of the time in which the process was not idle, in percent; the largest first. */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Record<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const micros = new Map<string, number>();
  let all = 0;
  samples.forEach((id, at) => {
    const frame = byId.get(id);
    // The profiler itself does not count.
    if (frame === undefined || NOT_WORK.has(frame.functionName) || frame.url === 'node:inspector') return;
    const part = partOf(frame);
    const took = timeDeltas[at] ?? 0;
    all += took;
    micros.set(part, (micros.get(part) ?? 0) + took);
  });
  const shares = [...micros].map(([part, took]): [string, number] => [part, Number(((took / all) * 100).toFixed(1))]);
  return Object.fromEntries(shares.sort((a, b) => b[1] - a[1]).slice(0, MAX_SHARES));
}

/** A package, Node's own modules, one of our folders, or code that is not JavaScript. */
function partOf({ functionName, url }: { readonly functionName: string; readonly url: string }): string {
  if (url.startsWith('node:')) return 'node';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url === '') return functionName.startsWith('write') ? 'writes to sockets' : 'native';
  const place = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return place ?? /dist\/(?:apps|libs)\/(.*)\//.exec(url)?.[1]?.replace('/src', '') ?? url;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
