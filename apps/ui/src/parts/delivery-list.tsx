/** Notices about a job or a run, the results of their deliveries, and sending them again. */
import { useState, type ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, ofId, ok, type Schemas } from '../api/client.js';
import { deliveriesOf } from '../api/questions.js';
import { RunLink } from './links.js';
import { Card } from './page.js';
import { State, type Tone } from './state.js';
import { actionsColumn, type Column, Listing, plainColumn, timeColumn } from './table.js';
import { announce, refused } from './toasts.js';
import { refresh } from '../api/cache.js';

type Delivery = Schemas['Delivery'];

const STATES: Readonly<Record<Delivery['state'], { readonly tone: Tone; readonly says: string }>> = {
  pending: { tone: 'wait', says: 'Pending' },
  delivered: { tone: 'good', says: 'Delivered' },
  gaveUp: { tone: 'bad', says: 'Given up' },
};

interface Of {
  readonly of: 'jobs' | 'runs';
  readonly id: string;
  readonly tenant: string;
}

export function DeliveryList({ of, id, tenant }: Of): ReactElement {
  const query = useInfiniteQuery(deliveriesOf(of, id));
  const { may } = useRights();
  const columns: readonly Column<Delivery>[] = [
    plainColumn('Event', 'on'),
    ...(of === 'jobs' ? [RUN_COLUMN] : []),
    { title: 'State', cell: ({ state }) => <State tone={STATES[state].tone}>{STATES[state].says}</State> },
    timeColumn('Created', 'decidedAt'),
    plainColumn('Tries', 'tryCount', 'right num'),
    { title: 'Last answer', look: 'wrap', cell: lastAnswer },
    timeColumn('Next try', 'nextTryAt'),
    plainColumn('Destination', 'to', 'mono wrap'),
    ...(may('operator', tenant) ? [actionsColumn<Delivery>((delivery) => <Redeliver delivery={delivery} />)] : []),
  ];
  return (
    <Card flush>
      <Listing
        query={query}
        caption="Deliveries, newest first"
        columns={columns}
        keyOf={(each) => each.id}
        empty="No notice was sent. The field notify of the job defines which notices are sent, and where."
      />
    </Card>
  );
}

const RUN_COLUMN: Column<Delivery> = {
  title: 'Run',
  cell: ({ run }) => (run === null ? <span className="dim">no run</span> : <RunLink id={run} />),
};

function lastAnswer({ tries }: Delivery): ReactElement | null {
  const last = tries.at(-1);
  if (last === undefined) return null;
  return (
    <>
      {last.reason ?? last.status} <span className="dim">after {last.tookMs} ms</span>
    </>
  );
}

function Redeliver({ delivery }: { readonly delivery: Delivery }): ReactElement {
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await ok(api.POST('/deliveries/{id}/redeliver', ofId(delivery.id)));
      announce(`The notice is sent again to ${delivery.to}.`);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
      await refresh('deliveries');
    }
  };
  return (
    <Button loading={busy} onClick={() => void send()}>
      Send again
    </Button>
  );
}
