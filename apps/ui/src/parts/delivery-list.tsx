/** Notices about a job or a run, the results of their deliveries, and sending them again. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, ofId, ok, refresh, type Schemas, useRights } from '../api/client.js';
import { deliveriesOf } from '../api/questions.js';
import { ActionButton } from './action-button.js';
import { RunLink, State, type Tone } from './objects.js';
import { Card } from './page.js';
import { actionsColumn, column, Listing, plainColumn, timeColumn, type Column } from './table.js';

type Delivery = Schemas['Delivery'];

export const DELIVERY_STATES: Readonly<Record<Delivery['state'], { readonly tone: Tone; readonly says: string }>> = {
  pending: { tone: 'wait', says: 'Pending' },
  delivered: { tone: 'good', says: 'Delivered' },
  gaveUp: { tone: 'bad', says: 'Given up' },
};

interface DeliveryListProps {
  readonly of: 'jobs' | 'runs' | 'incidents';
  readonly id: string;
  readonly tenant: string;
  /** For a list that stands on a page with others. */
  readonly title?: string;
}

export function DeliveryList({ of, id, tenant, title }: DeliveryListProps): ReactElement {
  const query = useInfiniteQuery(deliveriesOf(of, id));
  const { may } = useRights();
  const columns: readonly Column<Delivery>[] = [
    plainColumn('Event', 'on'),
    ...(of === 'jobs' ? [RUN_COLUMN] : []),
    column('State', ({ state }) => <State tone={DELIVERY_STATES[state].tone}>{DELIVERY_STATES[state].says}</State>),
    timeColumn('Created', 'decidedAt'),
    plainColumn('Tries', 'tryCount', 'right num'),
    column('Last answer', lastAnswer, 'wrap'),
    timeColumn('Next try', 'nextTryAt'),
    plainColumn('Destination', 'to', 'mono wrap'),
    ...(may('operator', tenant)
      ? [actionsColumn<Delivery>((delivery) => <ActionButton act={() => redeliver(delivery)}>Send again</ActionButton>)]
      : []),
  ];
  return (
    <Card flush title={title}>
      <Listing
        query={query}
        caption="Deliveries, newest first"
        columns={columns}
        keyOf={(each) => each.id}
        empty={NOTHING_SENT[of]}
      />
    </Card>
  );
}

const OF_NOTIFY = 'No notice was sent. The field notify of the job defines which notices are sent, and where.';
const NOTHING_SENT: Readonly<Record<DeliveryListProps['of'], string>> = {
  jobs: OF_NOTIFY,
  runs: OF_NOTIFY,
  incidents: 'No notice was sent. The channels of the rule or monitor define where notices are sent.',
};

const RUN_COLUMN: Column<Delivery> = column('Run', ({ run }) =>
  run === null ? <span className="dim">no run</span> : <RunLink id={run} />,
);

function lastAnswer({ tries }: Delivery): ReactElement | null {
  const last = tries.at(-1);
  if (last === undefined) return null;
  return (
    <>
      {last.reason ?? last.status} <span className="dim">after {last.tookMs} ms</span>
    </>
  );
}

async function redeliver({ id, to }: Delivery): Promise<string> {
  try {
    await ok(api.POST('/deliveries/{id}/redeliver', ofId(id)));
    return `The notice is sent again to ${to}.`;
  } finally {
    await refresh('deliveries');
  }
}
