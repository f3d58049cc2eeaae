/** The outcome of every past slot, the slots that did not run and why, and backfills of them. */
import { useState, type ReactElement } from 'react';
import { Button, Group, Progress, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ofId, ok, refresh, type Job, type Schemas, useRights } from '../api/client.js';
import { backfillsOf, gapsOf, pastSlotsOf } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { ActionButton } from '../parts/action-button.js';
import { instantAt, wallText } from '../parts/days.js';
import { NumberField } from '../parts/fields.js';
import { typed } from '../parts/inputs.js';
import { RUN_TEXTS, RUN_TONES, RunLink, SlotFlags, State, type Tone } from '../parts/objects.js';
import { Card, Loaded, ProblemAlert } from '../parts/page.js';
import { actionsColumn, column, List, Listing, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { countText, DAY_MS, MINUTE_MS, numberText, shortText } from '../parts/time-text.js';
import { Short, useZone } from '../parts/time.js';
import { announce } from '../parts/toasts.js';

type Gap = Schemas['ListGapsAnswer']['items'][number];
type Backfill = Schemas['GetBackfillAnswer'];

const GAP_TONES: Readonly<Record<Gap['outcome'], Tone>> = {
  missed: RUN_TONES.MISSED,
  skipped: RUN_TONES.SKIPPED,
  paused: 'off',
  excluded: 'off',
};

interface Range {
  readonly from: string;
  readonly to: string;
}

/** `range`: the initial range to backfill. */
export function SlotsPart({ job, range: first }: { readonly job: Job; readonly range: Range | null }): ReactElement {
  const { may } = useRights();
  const [range, setRange] = useState(first && isRange(first) ? first : null);
  const [round, setRound] = useState(0);
  const fill = (gap: Gap): void => {
    setRange({ from: gap.from, to: gap.to });
    setRound(round + 1);
  };
  const mayRun = may('operator', job.tenant);
  return (
    <div className="page">
      <Gaps job={job} fill={mayRun ? fill : null} />
      {mayRun && <BackfillForm key={round} job={job} range={range} />}
      <Backfills job={job} mayCancel={mayRun} />
      <PastSlots job={job} />
    </div>
  );
}

const isBackfilled = ({ backfilled, count }: Gap): boolean => backfilled >= count;

/** The range comes from the address, which may contain any text. */
const isRange = ({ from, to }: Range): boolean => !Number.isNaN(Date.parse(from)) && !Number.isNaN(Date.parse(to));

function Gaps({ job, fill }: { readonly job: Job; readonly fill: ((gap: Gap) => void) | null }): ReactElement {
  const query = useQuery(gapsOf(job.id));
  const columns: readonly Column<Gap>[] = [
    column('Outcome', (gap) => (
      <State tone={isBackfilled(gap) ? 'good' : GAP_TONES[gap.outcome]}>
        {isBackfilled(gap) ? `${gap.outcome}, backfilled` : gap.outcome}
      </State>
    )),
    plainColumn('Slots', 'count', 'right num'),
    column('Backfilled', ({ backfilled }) => (backfilled === 0 ? '' : backfilled), 'right num'),
    column('From', ({ from, to }) => <Short at={from} among={[to]} />),
    column('To', ({ from, to }) => <Short at={to} among={[from]} />),
    plainColumn('Reason', 'message', 'wrap'),
    actionsColumn(
      (gap) =>
        fill !== null &&
        gap.outcome !== 'excluded' &&
        !isBackfilled(gap) && (
          <Button
            onClick={() => {
              fill(gap);
            }}
          >
            Backfill…
          </Button>
        ),
    ),
  ];
  return (
    <Card flush title="Slots that did not run">
      <Loaded query={query}>
        {({ items }) => (
          <List
            caption="Slots that did not run, latest first"
            columns={columns}
            rows={[...items].reverse()}
            keyOf={({ from, outcome, reason }) => `${from} ${outcome} ${reason}`}
            empty="Every slot has become a run."
          />
        )}
      </Loaded>
    </Card>
  );
}

const RUNS_PER_MINUTE = 60;

/** The result of a preview, and its range. */
interface Preview {
  readonly within: { readonly from: string; readonly to: string };
  readonly slots: readonly string[];
}

function BackfillForm({ job, range }: { readonly job: Job; readonly range: Range | null }): ReactElement {
  const zone = useZone();
  const minuteOf = (at: number): string => wallText(at - (at % MINUTE_MS), zone);
  const [from, setFrom] = useState(minuteOf(range === null ? serverNow() - DAY_MS : Date.parse(range.from)));
  // The range includes both ends, and the input has no seconds: the last minute is included whole.
  const [to, setTo] = useState(minuteOf((range === null ? serverNow() : Date.parse(range.to)) + MINUTE_MS - 1));
  const [rate, setRate] = useState<number | undefined>(RUNS_PER_MINUTE);
  const [policy, setPolicy] = useState<string | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const request = async (dryRun: boolean): Promise<void> => {
    setError(null);
    try {
      // Exactly the previewed slots are run: a slot that has become due since is not one of them.
      const within = (dryRun ? null : preview?.within) ?? {
        from: new Date(instantAt(from, zone)).toISOString(),
        // Future slots cannot be backfilled.
        to: new Date(Math.min(instantAt(to, zone), serverNow())).toISOString(),
      };
      const body = {
        ...within,
        dryRun,
        maxPerMinute: rate ?? RUNS_PER_MINUTE,
        concurrencyPolicy: (policy as 'Allow' | null) ?? undefined,
      };
      const { slots } = await ok(api.POST('/jobs/{id}/backfill', { ...ofId(job.id), body }));
      if (dryRun) {
        setPreview({ within, slots });
        return;
      }
      setPreview(null);
      announce(`The backfill of ${countText(slots.length, 'slot')} has started.`);
      await refresh('job', job.id);
    } catch (problem) {
      setError(problem as Error);
    }
  };
  const field = (label: string, value: string, set: (value: string) => void): ReactElement => (
    <TextInput
      label={label}
      type="datetime-local"
      value={value}
      onChange={typed((text) => {
        set(text);
        setPreview(null);
      })}
    />
  );
  return (
    <Card title="Backfill: run past slots" actions={<span className="dim">{zone}</span>}>
      <Group align="end" gap="sm">
        {field('From', from, setFrom)}
        {field('To', to, setTo)}
        <NumberField
          w={130}
          label="Runs per minute"
          placeholder={String(RUNS_PER_MINUTE)}
          min={1}
          value={rate}
          onChange={setRate}
        />
        <Select
          label="While a run is active"
          w={150}
          placeholder="policy of the job"
          data={['Allow', 'Forbid', 'Enqueue', 'Replace']}
          value={policy}
          onChange={setPolicy}
          clearable
        />
        <ActionButton size="xs" act={() => request(true)}>
          Preview
        </ActionButton>
        <ActionButton
          size="xs"
          variant="filled"
          disabled={preview === null || preview.slots.length === 0}
          act={() => request(false)}
        >
          {preview === null ? 'Run' : `Run ${preview.slots.length}`}
        </ActionButton>
      </Group>
      <ProblemAlert error={error} />
      {preview !== null && (
        <p className="dim" role="status">
          {preview.slots.length === 0
            ? 'There is no slot in this range.'
            : `${countText(preview.slots.length, 'slot')}: ${preview.slots
                .slice(0, 8)
                .map((at) => shortText(Date.parse(at), zone))
                .join(' · ')}${preview.slots.length > 8 ? ' …' : ''}`}
        </p>
      )}
    </Card>
  );
}

function Backfills({ job, mayCancel }: { readonly job: Job; readonly mayCancel: boolean }): ReactElement | null {
  const query = useQuery({ ...backfillsOf(job.id), refetchInterval: 5_000 });
  if (query.data?.items.length === 0) return null;
  const cancel = async ({ id }: Backfill): Promise<void> => {
    const path = { id: job.id, backfill: id };
    await ok(api.POST('/jobs/{id}/backfills/{backfill}/cancel', { params: { path }, body: {} }));
    await refresh('job', job.id, 'backfills');
  };
  const columns: readonly Column<Backfill>[] = [
    column('State', ({ state }) => (
      <State tone={state === 'Running' ? 'run' : state === 'Completed' ? 'good' : 'off'}>{state}</State>
    )),
    column('From', ({ from, to }) => <Short at={from} among={[to]} />),
    column('To', ({ from, to }) => <Short at={to} among={[from]} />),
    column('Created runs', ({ slots }) => (
      <span className="num">
        {slots.made} of {slots.total}
        <Progress value={(100 * slots.made) / Math.max(1, slots.total)} aria-label="Created runs" size="xs" miw={90} />
      </span>
    )),
    plainColumn('Requested by', 'requestedBy'),
    timeColumn('Requested', 'createdAt'),
    plainColumn('Message', 'message', 'wrap dim'),
    actionsColumn(
      (each) => mayCancel && each.state === 'Running' && <ActionButton act={() => cancel(each)}>Cancel</ActionButton>,
    ),
  ];
  return (
    <Card flush title="Backfills">
      <Listing query={query} caption="Backfills" columns={columns} keyOf={({ id }) => id} />
    </Card>
  );
}

type Slot = Schemas['ListSlotsAnswer']['slots'][number];

function outcomeOf({ outcome, nominal }: Slot): ReactElement {
  if (outcome?.state) return <State tone={RUN_TONES[outcome.state]}>{RUN_TEXTS[outcome.state]}</State>;
  if (Date.parse(nominal) > serverNow()) return <span className="dim">upcoming</span>;
  return <span className="dim">no longer known</span>;
}

const columnsOf = (slots: readonly Slot[]): readonly Column<Slot>[] => [
  column('Slot', ({ nominal }) => <Short at={nominal} among={slots.map((each) => each.nominal)} />),
  column('Outcome', outcomeOf),
  column('Run', ({ outcome }) => outcome?.run && <RunLink id={outcome.run} />),
  column(
    'Backfilled by',
    ({ outcome }) =>
      outcome?.backfill && (
        <span className="nowrap">
          <RunLink id={outcome.backfill.run} />{' '}
          <State tone={RUN_TONES[outcome.backfill.state]}>{RUN_TEXTS[outcome.backfill.state]}</State>
        </span>
      ),
  ),
  column('Reason', ({ outcome }) => outcome?.message, 'wrap dim'),
  {
    title: 'Notes',
    isUntitled: true,
    cell: ({ flags }) => <SlotFlags flags={flags} />,
  },
];

/** Slots that are shown at first, and that each "Show more" adds. */
const SLOTS_STEP = 100;

/** Past slots, the latest first: people usually need the outcome of the most recent ones. */
export function PastSlots({ job }: { readonly job: Job }): ReactElement {
  const [days, setDays] = useState('1');
  const [count, setCount] = useState(SLOTS_STEP);
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
                Only {numberText(slots.length)} slots of this period are shown. Choose a shorter period.
              </p>
            )}
            <List
              caption="Slots, latest first"
              columns={columnsOf(slots.slice(0, count))}
              rows={slots.slice(0, count)}
              keyOf={({ nominal }) => nominal}
              empty="There is no slot in this period."
            />
            {slots.length > count && (
              <div className="more">
                <span className="dim num">
                  {count} of {numberText(slots.length)}
                </span>
                <Button
                  onClick={() => {
                    setCount(count + SLOTS_STEP);
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
