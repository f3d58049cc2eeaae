/** The outcome of each slot of the last days. */
import { useState, type ReactElement } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client.js';
import { pastSlotsOf } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { RunLink } from '../parts/links.js';
import { Card, Loaded } from '../parts/page.js';
import { SlotFlags } from '../parts/slot-flags.js';
import { RUN_TEXTS, RUN_TONES, State } from '../parts/state.js';
import { List, type Column } from '../parts/table.js';
import { Short } from '../parts/time.js';

type Job = Schemas['Job'];
type Slot = Schemas['ListSlotsAnswer']['slots'][number];

function outcomeOf({ outcome, nominal }: Slot): ReactElement {
  if (outcome?.state) return <State tone={RUN_TONES[outcome.state]}>{RUN_TEXTS[outcome.state]}</State>;
  if (Date.parse(nominal) > serverNow()) return <span className="dim">upcoming</span>;
  return <span className="dim">no longer known</span>;
}

const columnsOf = (slots: readonly Slot[]): readonly Column<Slot>[] => [
  { title: 'Slot', cell: ({ nominal }) => <Short at={nominal} among={slots.map((each) => each.nominal)} /> },
  { title: 'Outcome', cell: outcomeOf },
  { title: 'Run', cell: ({ outcome }) => outcome?.run && <RunLink id={outcome.run} /> },
  {
    title: 'Backfilled by',
    cell: ({ outcome }) =>
      outcome?.backfill && (
        <span className="nowrap">
          <RunLink id={outcome.backfill.run} />{' '}
          <State tone={RUN_TONES[outcome.backfill.state]}>{RUN_TEXTS[outcome.backfill.state]}</State>
        </span>
      ),
  },
  { title: 'Reason', look: 'wrap dim', cell: ({ outcome }) => outcome?.message },
  {
    title: 'Notes',
    isUntitled: true,
    cell: ({ flags }) => <SlotFlags flags={flags} />,
  },
];

/** Slots that are shown at first, and that each "Show more" adds. */
const SLOTS_SHOWN = 100;

/** Past slots, the latest first: people usually need the outcome of the most recent ones. */
export function PastSlots({ job }: { readonly job: Job }): ReactElement {
  const [days, setDays] = useState('1');
  const [shown, setShown] = useState(SLOTS_SHOWN);
  const query = useQuery(pastSlotsOf(job, Number(days)));
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
              columns={columnsOf(slots.slice(0, shown))}
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
