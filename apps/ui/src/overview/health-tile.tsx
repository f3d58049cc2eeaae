/** Whether the services and what they depend on are well, in a word. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ok } from '../api/client.js';
import { addressOf } from '../api/session.js';
import { State } from '../parts/state.js';

const REFRESH_MS = 15_000;

interface Readiness {
  readonly ready: boolean;
  readonly checks?: Readonly<Record<string, unknown>>;
}

const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'];

/** The api's own word on what it depends on; administrators see of each service whether a replica is ready, too. */
export function Health(): ReactElement {
  const { isAdmin } = useRights();
  const { data } = useQuery({
    queryKey: ['health'],
    refetchInterval: REFRESH_MS,
    retry: false,
    queryFn: async () => (await (await fetch(addressOf('readyz'))).json()) as Readiness,
  });
  const system = useQuery({
    queryKey: ['system'],
    enabled: isAdmin,
    refetchInterval: REFRESH_MS,
    queryFn: () => ok(api.GET('/system')),
  });
  const away = Object.entries(data?.checks ?? {}).flatMap(([name, says]) => (says === 'ok' ? [] : [name]));
  const replicas = system.data?.replicas;
  const gone = SERVICES.filter(
    (name) => replicas !== undefined && !replicas.some(({ service, ready }) => service === name && ready),
  );
  const isWell = data?.ready === true && gone.length === 0;
  return (
    <Link to="/system" className="tile card">
      <span className="dim">Health</span>
      {data === undefined ? (
        <span className="dim">…</span>
      ) : (
        <State tone={isWell ? 'good' : 'bad'}>
          {isWell ? 'All is well' : `Not ready: ${[...away, ...gone].join(', ') || 'api'}`}
        </State>
      )}
    </Link>
  );
}
