/** Whether the services and their dependencies are available: polled often, for a person on call. */
import { useQuery } from '@tanstack/react-query';
import { parseJsonLater } from '#common/domain/parse-json-later.js';
import { api, ok } from '../api/client.js';
import { addressOf } from '../api/session.js';

/** An unavailable part is shown within seconds. */
const REFRESH_MS = 3_000;
const asked = { refetchInterval: REFRESH_MS, retry: false } as const;

interface Readiness {
  readonly ready: boolean;
  readonly checks?: Readonly<Record<string, unknown>>;
}

/** Names of unavailable dependencies (reported by the API) and of services without a replica; null while unknown. */
export function useAway(): readonly string[] | null {
  const { data: ownWord } = useQuery({
    ...asked,
    queryKey: ['health'],
    queryFn: async () => (await parseJsonLater(await (await fetch(addressOf('readyz'))).text())) as Readiness,
  });
  const { data: services } = useQuery({ ...asked, queryKey: ['services'], queryFn: () => ok(api.GET('/services')) });
  if (ownWord === undefined) return null;
  const lacking = Object.entries(ownWord.checks ?? {}).flatMap(([name, says]) => (says === 'ok' ? [] : [name]));
  const gone = services?.items.flatMap(({ service, replicas }) => (replicas === 0 ? [service] : [])) ?? [];
  const away = [...lacking, ...gone];
  return away.length === 0 && !ownWord.ready ? ['api'] : away;
}
