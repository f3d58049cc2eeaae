/** Draws the upstream and downstream jobs of a job with their present states. Jobs and runs are links. */
import { useEffect, useMemo, useRef, type CSSProperties, type ReactElement } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { RUN_TONES, RunState, State } from '../parts/objects.js';
import { layoutOf, type Layout, type Spot } from './layout.js';
import './graph.css';

type Graph = Schemas['JobGraphAnswer'];
type Node = Graph['nodes'][number];
type Edge = Graph['edges'][number];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The size of a box and the distance between boxes, in pixels. */
const SIZES = {
  across: { width: 190, height: 60, nextX: 262, nextY: 76 },
  down: { width: 154, height: 60, nextX: 166, nextY: 104 },
} as const;
const MARGIN = 10;
type Flow = keyof typeof SIZES;

/** The graph runs from left to right; on a phone from top to bottom. */
function drawn({ spots, ways }: Layout, flow: Flow) {
  const size = SIZES[flow];
  const turned = (x: number, y: number): Point => (flow === 'across' ? { x, y } : { x: y, y: x });
  const all = [...spots.values(), ...ways.flat()];
  const places = all.map(({ place }) => place);
  const least = Math.min(...places);
  const last = turned(Math.max(...all.map(({ layer }) => layer)), Math.max(...places) - least);
  const at = ({ layer, place }: Spot): Point => {
    const { x, y } = turned(layer, place - least);
    return { x: MARGIN + x * size.nextX, y: MARGIN + y * size.nextY };
  };
  const extent = {
    width: 2 * MARGIN + last.x * size.nextX + size.width,
    height: 2 * MARGIN + last.y * size.nextY + size.height,
  };
  return { size, at, extent, turned };
}

type Drawn = ReturnType<typeof drawn>;

/** A curve through the points: it leaves and enters boxes in the direction of the flow. */
function curveOf(way: readonly Spot[], { size, at, turned }: Drawn): { path: string; middle: Point } {
  // Along the flow and across it, as if it ran from left to right.
  const { x: length, y: breadth } = turned(size.width, size.height);
  const entry = (spot: Spot): Point => {
    const { x, y } = at(spot);
    const along = turned(x, y);
    return { x: along.x, y: along.y + breadth / 2 };
  };
  const text = (x: number, y: number): string => {
    const point = turned(x, y);
    return `${point.x} ${point.y}`;
  };
  let path = '';
  let middle: Point = { x: 0, y: 0 };
  way.slice(1).forEach((spot, i) => {
    const { x, y } = entry(way[i] ?? spot);
    const a = { x: x + length, y };
    const b = entry(spot);
    const half = (a.x + b.x) / 2;
    path += `${i === 0 ? 'M' : 'L'}${text(a.x, a.y)}C${text(half, a.y)} ${text(half, b.y)} ${text(b.x, b.y)}`;
    if (i === 0) middle = turned(half, (a.y + b.y) / 2);
  });
  return { path, middle };
}

const ENDS: Readonly<Record<Edge['on'], string>> = {
  succeeded: 'succeeds',
  failed: 'fails',
  finished: 'ends',
  skipped: 'is skipped or missed',
};

export default function JobGraph({ graph }: { readonly graph: Graph }): ReactElement {
  const flow: Flow = useMediaQuery('(max-width: 640px)') ? 'down' : 'across';
  const { nodes, edges, job } = graph;
  const layout = useMemo(
    () =>
      layoutOf(
        nodes.map((node) => node.job),
        edges,
      ),
    [nodes, edges],
  );
  const plan = useMemo(() => drawn(layout, flow), [layout, flow]);
  const frame = useRef<HTMLDivElement>(null);
  const own = layout.spots.get(job);
  const middle = own && plan.at(own);
  useEffect(() => {
    // The requested job is scrolled into the middle.
    const { current } = frame;
    if (current === null || middle === undefined) return;
    current.scrollLeft = middle.x - (current.clientWidth - plan.size.width) / 2;
    current.scrollTop = middle.y - (current.clientHeight - plan.size.height) / 2;
    // A new read of the graph does not scroll: a reader who has moved the view keeps it.
  }, [job, flow]);
  const names = useMemo(() => new Map(nodes.map((node) => [node.job, node.name ?? node.job])), [nodes]);
  return (
    <div className="graph" ref={frame} tabIndex={0} role="region" aria-label="Dependencies of the job">
      <div className="graph-plan" style={plan.extent}>
        <svg {...plan.extent} aria-hidden="true">
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0 0L8 4L0 8z" />
            </marker>
          </defs>
          {edges.map((edge, i) => (
            <EdgeLine
              key={`${edge.from} ${edge.to} ${edge.on}`}
              edge={edge}
              curve={curveOf(layout.ways[i] ?? [], plan)}
            />
          ))}
        </svg>
        <ul>
          {nodes.map((node) => {
            const spot = layout.spots.get(node.job);
            const { x, y } = spot ? plan.at(spot) : { x: 0, y: 0 };
            const { width, height } = plan.size;
            return (
              <NodeBox
                key={node.job}
                node={node}
                isOwn={node.job === job}
                into={edges.filter(({ to }) => to === node.job)}
                names={names}
                style={{ left: x, top: y, width, height }}
              />
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function EdgeLine({ edge, curve }: { readonly edge: Edge; readonly curve: ReturnType<typeof curveOf> }): ReactElement {
  const says = [edge.on === 'succeeded' ? '' : edge.on, edge.match === 'latest' ? 'latest' : '']
    .filter(Boolean)
    .join(', ');
  return (
    <g className="graph-edge" data-on={edge.on} data-match={edge.match}>
      <path d={curve.path} markerEnd="url(#arrow)" />
      {says !== '' && (
        <text x={curve.middle.x} y={curve.middle.y - 4} textAnchor="middle">
          {says}
        </text>
      )}
    </g>
  );
}

interface Box {
  readonly node: Node;
  readonly isOwn: boolean;
  readonly into: readonly Edge[];
  readonly names: ReadonlyMap<string, string>;
  readonly style: CSSProperties;
}

/** Describes the edges in words for people who cannot see the lines. */
const conditionsText = (into: readonly Edge[], names: ReadonlyMap<string, string>): string =>
  into
    .map(
      ({ from, on, match }) =>
        `${match === 'latest' ? 'the latest run of ' : ''}${names.get(from) ?? from} ${ENDS[on]}`,
    )
    .join(into[0]?.require === 'any' ? ', or ' : ', and ');

function NodeBox({ node, isOwn, into, names, style }: Box): ReactElement {
  const { job, name, newest, condition } = node;
  const tone = newest ? RUN_TONES[newest.state] : 'off';
  return (
    <li className="graph-node" data-own={isOwn} data-tone={tone} data-off={condition !== 'active'} style={style}>
      <div className="graph-name">
        {name === null ? (
          <span className="dim" title="This job belongs to another tenant or does not exist.">
            {job}
          </span>
        ) : (
          <Link
            to="/jobs/$id"
            params={{ id: job }}
            search={{ tab: 'graph' }}
            title={name}
            aria-current={isOwn || undefined}
          >
            {name}
          </Link>
        )}
        {into.length > 1 && into[0]?.require === 'any' && <span className="label">any of {into.length}</span>}
      </div>
      {into.length > 0 && <span className="hidden-text">Runs when {conditionsText(into, names)}.</span>}
      <div className="graph-state">
        {newest && (
          <Link to="/runs/$id" params={{ id: newest.id }} aria-label={`Newest run of ${name ?? job}: ${newest.phase}`}>
            <RunState run={newest} />
          </Link>
        )}
        {condition !== 'active' && <State tone="off">{condition}</State>}
        {newest === null && condition === 'active' && <span className="dim">no run yet</span>}
        {node.queuedRuns > 0 && <span className="dim nowrap">{node.queuedRuns} queued</span>}
        {node.activeRuns > 1 && <span className="dim nowrap">{node.activeRuns} active</span>}
      </div>
    </li>
  );
}
