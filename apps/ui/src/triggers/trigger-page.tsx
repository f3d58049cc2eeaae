/** The messages that were sent to a trigger, and their outcomes. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { triggerMessages } from '../api/questions.js';
import { RunLink } from '../parts/links.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { State, type Tone } from '../parts/state.js';
import { List, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';

type Message = Schemas['TriggerDelivery'];

const route = getRouteApi('/triggers/$tenant/$id');
const TONES: Readonly<Record<Message['outcome'], Tone>> = {
  unfinished: 'wait',
  started: 'good',
  duplicate: 'off',
  skipped: 'off',
  refused: 'bad',
  unsigned: 'bad',
  limited: 'warn',
};

export function TriggerPage(): ReactElement {
  const { tenant, id } = route.useParams();
  const messages = useQuery(triggerMessages(tenant, id));
  return (
    <Page title={`Trigger ${id}`} crumbs={<Link to="/triggers">Triggers</Link>}>
      <Card flush title="Messages">
        <Loaded query={messages}>
          {({ items }) => (
            <List
              caption="Messages"
              columns={COLUMNS}
              rows={items}
              keyOf={({ message, outcome, at }) => `${message ?? outcome}/${at}`}
              nameOf={({ message, outcome }) => message ?? outcome}
              empty="The trigger has received no message in the last four days."
            />
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

const COLUMNS: readonly Column<Message>[] = [
  { title: 'Message', look: 'mono', cell: ({ message }) => message ?? 'several messages' },
  { title: 'Outcome', cell: ({ outcome }) => <State tone={TONES[outcome]}>{outcome}</State> },
  { title: 'Run', cell: ({ run }) => run !== null && <RunLink id={run} /> },
  { title: 'Reason', look: 'main wrap', cell: ({ detail }) => detail },
  { title: 'Count', look: 'num', cell: ({ count }) => count },
  { title: 'Received', cell: ({ lastAt }) => <When at={lastAt} /> },
  { title: 'Address', look: 'mono', cell: ({ address }) => address },
];
