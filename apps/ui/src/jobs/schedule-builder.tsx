/** Builds a schedule, in words or in cron, and previews its slots with calendars, time zone and clock changes. */
import { useEffect, type ReactElement } from 'react';
import { MultiSelect, NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.js';
import { api, ok, type Schemas } from '../api/client.js';
import { calendarsList } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { useNow } from '../parts/clock.js';
import { LOCAL_ZONE } from '../parts/local-zone.js';
import { ProblemText } from '../parts/page.js';
import { isLeftOut, SlotFlags } from '../parts/slot-flags.js';
import { Here } from '../parts/time.js';
import { relativeText, shortText } from '../parts/time-text.js';
import { ZoneSelect } from '../parts/zone-select.js';
import { CronFields } from './cron-fields.js';
import { WindowFields } from './window-fields.js';

export type Schedule = Schemas['Schedule'];

interface Shown {
  readonly schedule: Schedule | null;
  readonly tenant: string;
  readonly problems: ApiError['errors'];
  /** Reports what the preview has found. */
  readonly report: (problems: ApiError['errors']) => void;
  readonly onChange: (schedule: Schedule | null) => void;
}

type Kind = 'none' | 'cron' | 'every' | 'fixedDelay' | 'at' | 'rrule';

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

export function ScheduleBuilder({ schedule, tenant, problems, report, onChange }: Shown): ReactElement {
  const kind = kindOf(schedule);
  const rest = othersOf(schedule ?? { timezone: LOCAL_ZONE });
  // The problem of the field of this kind; `schedule.cron` has a short form.
  const error = problems.find(({ path }) => new RegExp(`^(schedule\\.)?${kind}(\\.\\d+)?$`).test(path))?.message;
  const choose = (next: Kind): void => {
    if (next === kind) return;
    const made: Record<Kind, Schedule | null> = {
      none: null,
      cron: { cron: '0 9 * * *', ...rest },
      every: { every: 300, ...rest },
      fixedDelay: { fixedDelay: 300, ...rest },
      rrule: { rrule: 'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9', ...rest },
      at: { at: new Date(Math.ceil(serverNow() / HOUR_MS) * HOUR_MS).toISOString(), ...rest },
    };
    onChange(made[next]);
  };
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        aria-label="When it runs"
        // In as many rows as it needs.
        styles={{ root: { flexWrap: 'wrap' } }}
        value={kind}
        onChange={(next) => {
          choose(next);
        }}
        data={[
          { value: 'cron', label: 'At times' },
          { value: 'rrule', label: 'By recurrence rule' },
          { value: 'every', label: 'At intervals' },
          { value: 'fixedDelay', label: 'After the last run' },
          { value: 'at', label: 'Once' },
          { value: 'none', label: 'By hand' },
        ]}
      />
      {schedule !== null && (
        <>
          {kind === 'cron' && <CronFields schedule={schedule} tenant={tenant} error={error} onChange={onChange} />}
          {kind === 'every' && (
            <NumberInput
              size="xs"
              label="Seconds between slots"
              error={error}
              min={1}
              value={schedule.every ?? ''}
              onChange={(every) => {
                onChange({ ...schedule, every: Number(every) });
              }}
            />
          )}
          {kind === 'fixedDelay' && (
            <NumberInput
              size="xs"
              label="Seconds from the end of a run to the next slot"
              error={error}
              min={1}
              value={schedule.fixedDelay ?? ''}
              onChange={(seconds) => {
                onChange({ ...schedule, fixedDelay: Number(seconds) });
              }}
            />
          )}
          {kind === 'rrule' && (
            <TextInput
              label="Recurrence rule (RFC 5545)"
              error={error}
              value={schedule.rrule ?? ''}
              onChange={({ currentTarget }) => {
                onChange({ ...schedule, rrule: currentTarget.value });
              }}
            />
          )}
          {kind === 'at' && (
            <TextInput
              label="At (RFC 3339)"
              error={error}
              value={schedule.at ?? ''}
              onChange={({ currentTarget }) => {
                onChange({ ...schedule, at: currentTarget.value });
              }}
            />
          )}
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

interface Part {
  readonly schedule: Schedule;
  readonly tenant: string;
  readonly onChange: (schedule: Schedule) => void;
}

const SKIPPED_TIMES = [
  { value: 'after', label: 'run right after the clock change' },
  { value: 'before', label: 'run right before the clock change' },
  { value: 'skip', label: 'do not run' },
] as const;

/** Shown for every zone except UTC: the clocks of any other zone may change. */
function SkippedTimes({ schedule, onChange }: Omit<Part, 'tenant'>): ReactElement | null {
  if ((schedule.timezone ?? 'UTC') === 'UTC') return null;
  return (
    <Select
      size="xs"
      label="Times that a clock change skips"
      allowDeselect={false}
      data={SKIPPED_TIMES}
      value={schedule.dst?.gap ?? 'after'}
      onChange={(gap) => {
        onChange({ ...schedule, dst: { ...schedule.dst, gap: gap ?? 'after' } });
      }}
    />
  );
}

function Calendars({ schedule, tenant, onChange }: Part): ReactElement | null {
  const { data } = useQuery(calendarsList(tenant));
  const offered = data?.items.map(({ id, name }) => ({ value: id, label: name ?? id })) ?? [];
  const chosen = schedule.exclude ?? [];
  const unknown = chosen.filter((id) => !offered.some(({ value }) => value === id));
  if (offered.length === 0 && chosen.length === 0) return null;
  return (
    <MultiSelect
      size="xs"
      label="Except on"
      placeholder={chosen.length === 0 ? 'calendars, such as holidays' : ''}
      data={[...offered, ...unknown]}
      value={chosen}
      onChange={(exclude) => {
        const { exclude: _before, ...rest } = schedule;
        const { moveExcluded: _moved, shiftWorkingDays: _shifted, ...alone } = rest;
        onChange(exclude.length === 0 ? alone : { ...rest, exclude });
      }}
    />
  );
}

const EXCLUDED_SLOTS = [
  { value: 'skip', label: 'do not run' },
  { value: 'next', label: 'run on the next day that is not excluded' },
  { value: 'previous', label: 'run on the last day before that is not excluded' },
] as const;

function ExcludedSlots({ schedule, onChange }: Omit<Part, 'tenant'>): ReactElement {
  return (
    <Select
      size="xs"
      label="Slots on excluded days"
      allowDeselect={false}
      data={EXCLUDED_SLOTS}
      value={schedule.moveExcluded ?? 'skip'}
      onChange={(chosen) => {
        const { moveExcluded: _before, ...rest } = schedule;
        onChange(chosen === 'next' || chosen === 'previous' ? { ...rest, moveExcluded: chosen } : rest);
      }}
    />
  );
}

const PREVIEWED = 7;
const PREVIEW_DELAY_MS = 350;
function Preview({ schedule, tenant, report }: Omit<Part, 'onChange'> & Pick<Shown, 'report'>): ReactElement {
  const [asked] = useDebouncedValue(schedule, PREVIEW_DELAY_MS);
  const now = useNow();
  const { data, error } = useQuery({
    queryKey: ['preview', asked, tenant],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => {
      const whose = asked.exclude?.length ? { tenant } : {};
      return ok(api.POST('/schedules/preview', { body: { schedule: asked, ...whose, count: PREVIEWED } }));
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
