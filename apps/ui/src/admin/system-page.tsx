/** The state of services, database and broker, the shards and the lag of each replica, and the encryption keys in use. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, ok, type Schemas, useRights } from '../api/client.js';
import { readiness, type Readiness } from '../api/questions.js';
import { State, type Tone } from '../parts/objects.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { column, List, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { numberText, secondsText } from '../parts/time-text.js';
import { When } from '../parts/time.js';

const REFRESH_MS = 5_000;

type System = Schemas['GetSystemAnswer'];
type Replica = System['replicas'][number];
type Key = System['keys'][number];

export function SystemPage(): ReactElement {
  const { isAdmin } = useRights();
  return (
    <Page title="System">
      <Dependencies />
      {isAdmin && <Inside />}
    </Page>
  );
}

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly reason: string;
}

const checksOf = ({ checks = {} }: Readiness): Check[] =>
  Object.entries(checks).map(([name, state]) => ({ name, ok: state === 'ok', reason: state === 'ok' ? '' : state }));

/** The titles of the checks; a check without one is shown by its name. */
const NAMES: Readonly<Record<string, string>> = {
  start: 'Start of the API',
  mongodb: 'Database (MongoDB)',
  nats: 'Broker (NATS)',
  clock: 'Clock, compared with the database',
};

function Dependencies(): ReactElement {
  const query = useQuery(readiness(REFRESH_MS));
  return (
    <Card flush title="API and its dependencies">
      <Loaded query={query}>
        {(report) => (
          <List
            caption="Dependencies"
            columns={[
              column<Check>('Check', ({ name }) => NAMES[name] ?? name, 'main'),
              column<Check>('State', (check) => (
                <State tone={check.ok ? 'good' : 'bad'}>{check.ok ? 'Ready' : 'Not ready'}</State>
              )),
              plainColumn('Reason', 'reason', 'wrap dim'),
            ]}
            rows={[{ name: 'API', ok: report.ready, reason: '' }, ...checksOf(report)]}
            keyOf={({ name }) => name}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Rounds without a minus sign before 0. */
const skewText = (seconds: number): string => (Math.round(seconds * 100) / 100 + 0).toFixed(2);

const columns = (shards: number): readonly Column<Replica>[] => [
  plainColumn('Service', 'service', 'main'),
  plainColumn('Replica', 'replica', 'mono wrap'),
  column('State', ({ ready, silent }) => (
    <State tone={silent ? 'bad' : ready ? 'good' : 'warn'}>{silent ? 'Silent' : ready ? 'Ready' : 'Not ready'}</State>
  )),
  column('Lag', ({ lags }) => <Behind lags={lags} />, 'wrap'),
  timeColumn('Last heartbeat', 'heartbeatAt'),
  column('Shards', (each) => (each.service === 'api' ? '–' : `${each.shards} of ${shards}`), 'right num'),
  column('Clock ahead', ({ clockSkewSeconds }) => `${skewText(clockSkewSeconds)} s`, 'right num'),
  plainColumn('Version', 'version'),
  plainColumn('Host', 'host', 'wrap'),
];

const LAGS: Readonly<Record<Replica['lags'][number]['of'], string>> = {
  slots: 'slots to decide',
  starts: 'runs to start',
  callbacks: 'stored callbacks to handle',
  pings: 'pings to handle',
  monitors: 'monitors to check',
  rules: 'rules to check',
  logs: 'log lines to store',
};
/** A shorter lag is normal. */
const BEHIND_SECONDS = 5;
const LATE_SECONDS = 60;

/** The lags of a replica, the worst first; an hourly pass that is under way is not a lag. */
function Behind({ lags }: Pick<Replica, 'lags'>): ReactElement {
  const late = lags.filter(({ seconds }) => seconds >= BEHIND_SECONDS).sort((a, b) => b.seconds - a.seconds);
  if (lags.length === 0) return <span className="dim">–</span>;
  if (late.length === 0) return <span className="dim">no lag</span>;
  return (
    <>
      {late.map(({ of, seconds }) => (
        <div key={of} className={seconds >= LATE_SECONDS ? 'tone-bad' : undefined}>
          {LAGS[of]}: {secondsText(seconds)}
        </div>
      ))}
    </>
  );
}

function Inside(): ReactElement {
  const query = useQuery({
    queryKey: ['system'],
    refetchInterval: REFRESH_MS,
    queryFn: () => ok(api.GET('/system')),
  });
  return (
    <>
      <Card flush title="Replicas" actions={query.data && <Dispatches waiting={query.data.dispatches} />}>
        <Loaded query={query}>
          {({ replicas, shards }) => (
            <List
              caption="Replicas of the services"
              columns={columns(shards)}
              rows={replicas}
              keyOf={({ replica, service }) => `${service} ${replica}`}
              empty="No replica has sent a heartbeat in the last minute."
            />
          )}
        </Loaded>
      </Card>
      <Card
        flush
        title="Encryption keys"
        actions={
          query.data && (
            <span className="dim">
              counted <When at={query.data.keysCountedAt} missing="not yet" />
            </span>
          )
        }
      >
        <Loaded query={query}>
          {({ keys }) => <List caption="Encryption keys" columns={KEY_COLUMNS} rows={keys} keyOf={({ key }) => key} />}
        </Loaded>
      </Card>
    </>
  );
}

const Dispatches = ({ waiting }: { readonly waiting: number | null }): ReactElement => (
  <span className="dim">
    {waiting === null ? 'NATS does not answer' : `${numberText(waiting)} dispatches wait in NATS`}
  </span>
);

const KEY_USES: Readonly<Record<Key['use'], readonly [tone: Tone, says: string]>> = {
  sealing: ['good', 'Encrypts new values'],
  opening: ['off', 'Only decrypts old values'],
  missing: ['bad', 'Missing: values that need it cannot be read'],
};

const KEY_COLUMNS: readonly Column<Key>[] = [
  plainColumn('Key', 'key', 'main mono'),
  column('Use', ({ use }) => <State tone={KEY_USES[use][0]}>{KEY_USES[use][1]}</State>),
  column('Values that need it', ({ values }) => numberText(values), 'right num'),
  column(
    'Collections',
    ({ collections, use }) =>
      collections.length > 0
        ? collections.map(({ collection, values }) => `${numberText(values)} in ${collection}`).join(', ')
        : use === 'opening' && 'No value needs this key any longer: you can remove it from SECRET_KEYS.',
    'wrap dim',
  ),
];
