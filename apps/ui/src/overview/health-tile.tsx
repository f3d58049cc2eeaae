/** Whether the services and what they depend on are well, in a word. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, ok } from '../api/client.js';
import { addressOf } from '../api/session.js';
import { State } from '../parts/state.js';

/** Who has just been called looks at it: a service that goes away is named within seconds. */
const REFRESH_MS = 3_000;

interface Readiness {
  readonly ready: boolean;
  readonly checks?: Readonly<Record<string, unknown>>;
}

const read = { refetchInterval: REFRESH_MS, retry: false } as const;

/** The api's own word on what it depends on, and which services have no replica at work. */
export function Health(): ReactElement {
  const { data } = useQuery({
    ...read,
    queryKey: ['health'],
    queryFn: async () => (await (await fetch(addressOf('readyz'))).json()) as Readiness,
  });
  const services = useQuery({ ...read, queryKey: ['services'], queryFn: () => ok(api.GET('/services')) });
  const lacking = Object.entries(data?.checks ?? {}).flatMap(([name, says]) => (says === 'ok' ? [] : [name]));
  const gone = services.data?.items.flatMap(({ service, replicas }) => (replicas === 0 ? [service] : [])) ?? [];
  const away = [...lacking, ...gone];
  const isWell = data?.ready === true && away.length === 0;
  return (
    <Link to="/system" className="tile card" data-tone={data !== undefined && !isWell ? 'bad' : undefined}>
      <span className="dim">Health</span>
      {data === undefined ? (
        <span className="dim">…</span>
      ) : (
        <State tone={isWell ? 'good' : 'bad'}>{isWell ? 'All is well' : `Away: ${away.join(', ') || 'api'}`}</State>
      )}
    </Link>
  );
}
