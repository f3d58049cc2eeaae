/** The outcome of each slot of the last days. */
import { useState, type ReactElement } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client.js';
import { pastSlotsOf } from '../api/questions.js';
import { RunLink } from '../parts/links.js';
import { Card, Loaded } from '../parts/page.js';
import { SlotFlags } from '../parts/slot-flags.js';
import { RUN_TONES, State } from '../parts/state.js';
import { List, type Column } from '../parts/table.js';
import { Short } from '../parts/time.js';

type Job = Schemas['Job'];
type Slot = Schemas['ListSlotsAnswer']['slots'][number];

const DAY_MS = 86_400_000;

function outcomeOf({ outcome, nominal }: Slot): ReactElement {
  if (outcome?.state) return <State tone={RUN_TONES[outcome.state]}>{outcome.state.toLowerCase()}</State>;
  if (Date.parse(nominal) > Date.now()) return <span className="dim">upcoming</span>;
  return <span className="dim">no longer known</span>;
}

const SLOT_COLUMNS: readonly Column<Slot>[] = [
  { title: 'Slot', cell: ({ nominal }) => <Short at={nominal} /> },
  { title: 'Outcome', cell: outcomeOf },
  { title: 'Run', cell: ({ outcome }) => outcome?.run && <RunLink id={outcome.run} /> },
  {
    title: 'Backfilled by',
    cell: ({ outcome }) =>
      outcome?.backfill && (
        <span className="nowrap">
          <RunLink id={outcome.backfill.run} />{' '}
          <State tone={RUN_TONES[outcome.backfill.state]}>{outcome.backfill.state.toLowerCase()}</State>
        </span>
      ),
  },
  { title: 'Reason', look: 'wrap dim', cell: ({ outcome }) => outcome?.message },
  {
    title: '',
    cell: ({ flags }) => <SlotFlags flags={flags} />,
  },
];

/** Slots that are shown at first, and that each "Show more" adds. */
const SLOTS_SHOWN = 100;

/** Past slots, the latest first: people usually need the outcome of the most recent ones. */
export function PastSlots({ job }: { readonly job: Job }): ReactElement {
  const [days, setDays] = useState('1');
  const [now] = useState(() => Date.now());
  const [shown, setShown] = useState(SLOTS_SHOWN);
  // The job had no slots before it was created.
  const from = Math.max(now - Number(days) * DAY_MS, Date.parse(job.createdAt));
  const query = useQuery(pastSlotsOf(job.id, from, now));
  return (
    <Card
      flush
      title="All slots"
      actions={
        <Select
          aria-label="Period"
          w={160}
          data={[
            { value: '1', label: 'since yesterday' },
            { value: '7', label: 'last 7 days' },
            { value: '30', label: 'last 30 days' },
          ]}
          value={days}
          onChange={(next) => {
            setDays(next ?? '1');
          }}
        />
      }
    >
      <Loaded query={query}>
        {({ slots, isWhole }) => (
          <>
            {!isWhole && (
              <p className="dim" style={{ margin: '10px 14px' }}>
                Only {slots.length.toLocaleString('en')} slots of this period are shown. Choose a shorter period.
              </p>
            )}
            <List
              caption="Slots, latest first"
              columns={SLOT_COLUMNS}
              rows={slots.slice(0, shown)}
              keyOf={({ nominal }) => nominal}
              empty="There is no slot in this period."
            />
            {slots.length > shown && (
              <div className="more">
                <span className="dim num">
                  {shown} of {slots.length.toLocaleString('en')}
                </span>
                <Button
                  onClick={() => {
                    setShown(shown + SLOTS_SHOWN);
                  }}
                >
                  Show more
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
