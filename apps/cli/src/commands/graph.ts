/** Shows which jobs run after which, and runs them again. */
import type { Command } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { listing, wide } from '../output/columns.js';
import { paintOfState } from '../output/listings.js';
import { whenText } from '../output/time-text.js';
import { inSession, type Shell } from '../shell.js';
import { byId, definedFields, wholeNumber } from './arguments.js';

interface GraphRow {
  readonly node: Schemas['JobGraphAnswer']['nodes'][number];
  /** The jobs that the job runs after, and how their runs have to end. */
  readonly after: string;
}

const graphListing = listing<GraphRow>('nothing', ({ node }) => node.job, {
  JOB: ({ node }) => node.job,
  AFTER: 'after',
  CONDITION: ({ node }) => node.condition,
  'NEWEST RUN': {
    of: ({ node }) => node.newest?.state,
    paint: ({ node }) => (node.newest === null ? null : paintOfState(node.newest.state)),
  },
  ENDED: ({ node }, now) => whenText(node.newest?.finished, now),
  ACTIVE: ({ node }) => node.activeRuns + node.queuedRuns,
  RUN: wide(({ node }) => node.newest?.id),
});

const settledListing = listing<Schemas['RunDependentsAnswer']['dependents'][number]>(
  'no job that you may see runs after this job',
  ({ job, run }) => run ?? job,
  { JOB: 'job', OUTCOME: 'outcome', RUN: 'run', 'NOT MET': ({ unmet }) => unmet.join(', ') },
);

export function addGraphCommands(program: Command, shell: Shell): void {
  program
    .command('graph <kind> <job>')
    .description('show the jobs before and after a job: carillon graph job nightly-report')
    .option('--depth <steps>', 'how many steps before and after the job', wholeNumber)
    .action(async (kind: string, id: string, { depth }: { depth?: number }, command: Command) => {
      if (kind !== 'job') command.error(`error: "${kind}" has no graph; use: carillon graph job <id>`);
      const { client, printer } = shell.session(command);
      const params = { path: { id }, query: definedFields({ depth }) };
      const graph = await dataOf(client.GET('/jobs/{id}/graph', { params }));
      if (printer.isData) {
        printer.value(graph);
        return;
      }
      printer.list(rowsOf(graph), graphListing);
      if (graph.hidden > 0)
        printer.line(`${graph.hidden} further jobs, of tenants that you may not see, run after these`);
      if (graph.truncated) printer.line('there are more jobs than are shown here');
    });
  program
    .command('run-dependents <run>')
    .description('run the jobs that run after an ended run, even if they have run before')
    .action(
      inSession(shell, async ({ client, printer }, id: string) => {
        const { dependents } = await dataOf(client.POST('/runs/{id}/dependents', byId(id)));
        if (printer.printsObjects) printer.value(dependents);
        else printer.list(dependents, settledListing);
      }),
    );
}

/** Upstream jobs come first, as far as the graph allows it. */
function rowsOf({ nodes, edges }: Schemas['JobGraphAnswer']): GraphRow[] {
  const depths = new Map<string, number>();
  const depthOf = (job: string, seen: ReadonlySet<string>): number => {
    const depthOfJob = depths.get(job);
    if (depthOfJob !== undefined || seen.has(job)) return depthOfJob ?? 0;
    const above = edges.filter(({ to }) => to === job);
    const depth = Math.max(0, ...above.map(({ from }) => depthOf(from, new Set([...seen, job])) + 1));
    depths.set(job, depth);
    return depth;
  };
  return nodes
    .map((node) => {
      const into = edges.filter(({ to }) => to === node.job);
      const joint = into[0]?.require === 'any' ? ' or ' : ', ';
      const after = into.map(({ from, on, match }) => `${from} ${on}${match === 'latest' ? ' (latest)' : ''}`);
      return { node, after: after.join(joint) };
    })
    .sort((a, b) => depthOf(a.node.job, new Set()) - depthOf(b.node.job, new Set()));
}
