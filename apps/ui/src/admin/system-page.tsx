/** Whether the services, the database and the broker are there, and who owns what. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { addressOf } from '../api/session.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { State } from '../parts/state.js';
import { List, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';

const REFRESH_MS = 5_000;

interface Report {
  readonly ready: boolean;
  /** "ok", or what is wrong. */
  readonly checks: Readonly<Record<string, string>>;
}
type Replica = Schemas['GetSystemAnswer']['replicas'][number];

export function SystemPage(): ReactElement {
  const { isAdmin } = useRights();
  return (
    <Page title="System">
      <Dependencies />
      {isAdmin && <Replicas />}
    </Page>
  );
}

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
}

const checksOf = ({ checks }: Report): Check[] =>
  Object.entries(checks).map(([name, says]) => ({ name, ok: says === 'ok', says: says === 'ok' ? '' : says }));

function Dependencies(): ReactElement {
  const query = useQuery({
    queryKey: ['health', 'report'],
    refetchInterval: REFRESH_MS,
    retry: false,
    queryFn: async () => (await (await fetch(addressOf('readyz'))).json()) as Report,
  });
  return (
    <Card flush title="The api and what it depends on">
      <Loaded query={query}>
        {(report) => (
          <List
            caption="Dependencies"
            columns={[
              { title: 'What', look: 'main', cell: ({ name }) => name },
              {
                title: 'State',
                cell: (check) => <State tone={check.ok ? 'good' : 'bad'}>{check.ok ? 'Ready' : 'Not ready'}</State>,
              },
              { title: 'Says', look: 'wrap dim', cell: ({ says }) => says },
            ]}
            rows={[{ name: 'api', ok: report.ready, says: '' }, ...checksOf(report)]}
            keyOf={({ name }) => name}
          />
        )}
      </Loaded>
    </Card>
  );
}

const columns = (shards: number): readonly Column<Replica>[] => [
  { title: 'Service', look: 'main', cell: ({ service }) => service },
  { title: 'Replica', look: 'mono wrap', cell: ({ replica }) => replica },
  {
    title: 'State',
    cell: ({ ready }) => <State tone={ready ? 'good' : 'warn'}>{ready ? 'Ready' : 'Not ready'}</State>,
  },
  { title: 'Heard of', cell: ({ heartbeatAt }) => <When at={heartbeatAt} /> },
  { title: 'Shards', look: 'right num', cell: (each) => `${each.shards} of ${shards}` },
  { title: 'Clock ahead', look: 'right num', cell: ({ clockSkewSeconds }) => `${clockSkewSeconds.toFixed(2)} s` },
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Host', look: 'wrap', cell: ({ host }) => host },
];

function Replicas(): ReactElement {
  const query = useQuery({
    queryKey: ['system'],
    refetchInterval: REFRESH_MS,
    queryFn: () => ok(api.GET('/system')),
  });
  return (
    <Card flush title="Replicas">
      <Loaded query={query}>
        {({ replicas, shards }) => (
          <List
            caption="Replicas of the services"
            columns={columns(shards)}
            rows={replicas}
            keyOf={({ replica, service }) => `${service} ${replica}`}
            empty="No replica has been heard of within the last minute."
          />
        )}
      </Loaded>
    </Card>
  );
}
