/**
 * Lets few short requests go to one node at a time. An API server keeps two connections to each node for the next request
 * (Go's `DefaultMaxIdleConnsPerHost`), and for every request beyond those makes a new one, on which both prove who they are:
 * that costs server and node several times what a short log does.
 */
import { ReadingTurns } from './reading-turns.js';

const AT_ONCE = 2;
/** Who takes longer keeps nobody waiting: a large log, a node that does not answer, or we who are slow to hear of it. */
const TURN_MS = 10;
/** Beyond these all are forgotten: at worst a few more requests go to a node for a moment. */
const MAX_NODES = 10_000;
const NEVER = new AbortController().signal;

export class NodeTurns {
  private readonly nodes = new Map<string, ReadingTurns>();

  constructor(private readonly turnMs = TURN_MS) {}

  /** Resolves when there is room at the node, with what ends the turn. */
  async begin(node: string): Promise<() => void> {
    if (this.nodes.size >= MAX_NODES) this.nodes.clear();
    const turns = this.nodes.get(node) ?? new ReadingTurns(AT_ONCE, this.turnMs);
    this.nodes.set(node, turns);
    return turns.take(NEVER);
  }

  /** Runs `work` when there is room at the node. */
  async run<T>(node: string, work: () => Promise<T>): Promise<T> {
    const end = await this.begin(node);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
