/** Builds a schedule, in words or in cron, and previews its slots with calendars, time zone and clock changes. */
import { useEffect, type ReactElement } from 'react';
import { MultiSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.js';
import { api, ok, type Schemas } from '../api/client.js';
import { calendarsList } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { Choice, NumberField } from '../parts/fields.js';
import { choicesOf, typed } from '../parts/inputs.js';
import { LOCAL_ZONE } from '../parts/local-zone.js';
import { isLeftOut, SlotFlags } from '../parts/objects.js';
import { ProblemText } from '../parts/page.js';
import { relativeText, shortText } from '../parts/time-text.js';
import { Here, useNow } from '../parts/time.js';
import { ZoneSelect } from '../parts/zone-select.js';
import { CronFields } from './cron-fields.js';
import { WindowFields } from './window-fields.js';

export type Schedule = Schemas['Schedule'];

interface ScheduleBuilderProps {
  readonly schedule: Schedule | null;
  readonly tenant: string;
  readonly problems: ApiError['errors'];
  /** Reports the problems of the preview. */
  readonly report: (problems: ApiError['errors']) => void;
  readonly onChange: (schedule: Schedule | null) => void;
}

const KINDS = {
  cron: 'At times',
  rrule: 'By recurrence rule',
  every: 'At intervals',
  fixedDelay: 'After the last run',
  at: 'Once',
  none: 'By hand',
} as const;
type Kind = keyof typeof KINDS;

const kindOf = (schedule: Schedule | null): Kind => {
  if (schedule?.cron !== undefined) return 'cron';
  if (schedule?.every !== undefined) return 'every';
  if (schedule?.fixedDelay !== undefined) return 'fixedDelay';
  if (schedule?.rrule !== undefined) return 'rrule';
  return schedule?.at === undefined ? 'none' : 'at';
};

/** The fields that do not depend on the kind of schedule. */
const othersOf = ({
  cron: _cron,
  every: _every,
  fixedDelay: _fixedDelay,
  at: _at,
  rrule: _rrule,
  anchor: _anchor,
  ...rest
}: Schedule): Schedule => rest;

/** True for schedules in local time. */
const isWall = (kind: Kind): boolean => kind === 'cron' || kind === 'rrule';

const HOUR_MS = 3_600_000;

export function ScheduleBuilder({ schedule, tenant, problems, report, onChange }: ScheduleBuilderProps): ReactElement {
  const kind = kindOf(schedule);
  const rest = othersOf(schedule ?? { timezone: LOCAL_ZONE });
  // The problem of the field of this kind; `schedule.cron` has a short form.
  const error = problems.find(({ path }) => new RegExp(`^(schedule\\.)?${kind}(\\.\\d+)?$`).test(path))?.message;
  const choose = (next: Kind): void => {
    if (next === kind) return;
    const first: Record<Kind, Schedule | null> = {
      none: null,
      cron: { cron: '0 9 * * *', ...rest },
      every: { every: 300, ...rest },
      fixedDelay: { fixedDelay: 300, ...rest },
      rrule: { rrule: 'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9', ...rest },
      at: { at: new Date(Math.ceil(serverNow() / HOUR_MS) * HOUR_MS).toISOString(), ...rest },
    };
    onChange(first[next]);
  };
  const seconds = (field: 'every' | 'fixedDelay', label: string): ReactElement => (
    <NumberField
      label={label}
      error={error}
      min={1}
      value={schedule?.[field]}
      onChange={(next = 0) => {
        onChange({ ...schedule, [field]: next });
      }}
    />
  );
  const text = (field: 'rrule' | 'at', label: string): ReactElement => (
    <TextInput
      label={label}
      error={error}
      value={schedule?.[field] ?? ''}
      onChange={typed((next) => {
        onChange({ ...schedule, [field]: next });
      })}
    />
  );
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="When it runs"
        // In as many rows as it needs.
        styles={{ root: { flexWrap: 'wrap' } }}
        value={kind}
        onChange={choose}
        data={choicesOf(KINDS)}
      />
      {schedule !== null && (
        <>
          {kind === 'cron' && <CronFields schedule={schedule} tenant={tenant} error={error} onChange={onChange} />}
          {kind === 'every' && seconds('every', 'Seconds between slots')}
          {kind === 'fixedDelay' && seconds('fixedDelay', 'Seconds from the end of a run to the next slot')}
          {kind === 'rrule' && text('rrule', 'Recurrence rule (RFC 5545)')}
          {kind === 'at' && text('at', 'At (RFC 3339)')}
          {(isWall(kind) || schedule.windows !== undefined) && (
            <ZoneSelect
              value={schedule.timezone ?? 'UTC'}
              onChange={(timezone) => {
                onChange({ ...schedule, timezone });
              }}
            />
          )}
          {isWall(kind) && <SkippedTimes schedule={schedule} onChange={onChange} />}
          <Calendars schedule={schedule} tenant={tenant} onChange={onChange} />
          {kind !== 'at' && <WindowFields schedule={schedule} onChange={onChange} />}
          {schedule.exclude !== undefined && kind !== 'fixedDelay' && (
            <ExcludedSlots schedule={schedule} onChange={onChange} />
          )}
          <Preview schedule={schedule} tenant={tenant} report={report} />
        </>
      )}
    </Stack>
  );
}

interface PartProps {
  readonly schedule: Schedule;
  readonly tenant: string;
  readonly onChange: (schedule: Schedule) => void;
}

const SKIPPED_TIMES = {
  after: 'run right after the clock change',
  before: 'run right before the clock change',
  skip: 'do not run',
} as const;

/** Shown for every zone except UTC: the clocks of any other zone may change. */
function SkippedTimes({ schedule, onChange }: Omit<PartProps, 'tenant'>): ReactElement | null {
  if ((schedule.timezone ?? 'UTC') === 'UTC') return null;
  return (
    <Choice
      label="Times that a clock change skips"
      options={SKIPPED_TIMES}
      value={schedule.dst?.gap ?? 'after'}
      onChange={(gap) => {
        onChange({ ...schedule, dst: { ...schedule.dst, gap } });
      }}
    />
  );
}

function Calendars({ schedule, tenant, onChange }: PartProps): ReactElement | null {
  const { data } = useQuery(calendarsList(tenant));
  const choices = data?.items.map(({ id, name }) => ({ value: id, label: name ?? id })) ?? [];
  const chosen = schedule.exclude ?? [];
  const unknown = chosen.filter((id) => !choices.some(({ value }) => value === id));
  if (choices.length === 0 && chosen.length === 0) return null;
  return (
    <MultiSelect
      label="Except on"
      placeholder={chosen.length === 0 ? 'calendars, such as holidays' : ''}
      data={[...choices, ...unknown]}
      value={chosen}
      onChange={(exclude) => {
        const { exclude: _before, ...rest } = schedule;
        const { moveExcluded: _moved, shiftWorkingDays: _shifted, ...alone } = rest;
        onChange(exclude.length === 0 ? alone : { ...rest, exclude });
      }}
    />
  );
}

const EXCLUDED_SLOTS = {
  skip: 'do not run',
  next: 'run on the next day that is not excluded',
  previous: 'run on the last day before that is not excluded',
} as const;

function ExcludedSlots({ schedule, onChange }: Omit<PartProps, 'tenant'>): ReactElement {
  return (
    <Choice
      label="Slots on excluded days"
      options={EXCLUDED_SLOTS}
      value={schedule.moveExcluded ?? 'skip'}
      onChange={(choice) => {
        const { moveExcluded: _before, ...rest } = schedule;
        onChange(choice === 'skip' ? rest : { ...rest, moveExcluded: choice });
      }}
    />
  );
}

const PREVIEWED = 7;
const PREVIEW_DELAY_MS = 350;
function Preview({
  schedule,
  tenant,
  report,
}: Omit<PartProps, 'onChange'> & Pick<ScheduleBuilderProps, 'report'>): ReactElement {
  const [settled] = useDebouncedValue(schedule, PREVIEW_DELAY_MS);
  const now = useNow();
  const { data, error } = useQuery({
    queryKey: ['preview', settled, tenant],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => {
      const owner = settled.exclude?.length ? { tenant } : {};
      return ok(api.POST('/schedules/preview', { body: { schedule: settled, ...owner, count: PREVIEWED } }));
    },
  });
  useEffect(() => {
    report(error instanceof ApiError ? error.errors : []);
    return () => {
      report([]);
    };
  }, [error, report]);
  const zone = schedule.timezone ?? 'UTC';
  if (error !== null)
    return (
      <div className="tone-bad">
        {error instanceof ApiError && error.errors.length > 0 ? (
          'There is no preview: the schedule is not valid yet.'
        ) : (
          <ProblemText error={error} />
        )}
      </div>
    );
  return (
    <div>
      <div className="dim">Would run ({zone}):</div>
      <ol className="next" aria-label="Preview">
        {data?.slots.map(({ nominal, flags }) => (
          <li key={nominal} className={isLeftOut(flags) ? 'dim' : ''}>
            <span>
              {isLeftOut(flags) ? <s>{shortText(Date.parse(nominal), zone)}</s> : shortText(Date.parse(nominal), zone)}{' '}
              <Here at={Date.parse(nominal)} own={zone} /> <SlotFlags flags={flags} />
            </span>
            <span className="dim nowrap">{relativeText(Date.parse(nominal), now)}</span>
          </li>
        ))}
        {data?.slots.length === 0 && <li>The schedule has no further slots.</li>}
      </ol>
    </div>
  );
}
