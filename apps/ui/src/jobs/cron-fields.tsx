/** Times by rhythm or by cron, also in words. Shows at which minutes many jobs start. */
import { useState, type ReactElement } from 'react';
import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ok, type Schemas } from '../api/client.js';
import { cronWords } from '../parts/cron-words.js';
import { Choice, NumberField, type NumberProps } from '../parts/fields.js';
import { choicesOf, typed, WEEKDAYS } from '../parts/inputs.js';
import { ProblemText } from '../parts/page.js';
import { countText } from '../parts/time-text.js';
import { cronOf, rhythmOf, type Rhythm } from './rhythm.js';
import './load-map.css';

type Schedule = Schemas['Schedule'];

interface CronFieldsProps {
  readonly schedule: Schedule;
  readonly tenant: string;
  readonly error: string | undefined;
  readonly onChange: (schedule: Schedule) => void;
}

const KINDS = {
  minutes: 'Every few minutes',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'On days of the week',
  monthly: 'On a day of the month',
  custom: 'By cron expression',
} as const;

const DEFAULTS: Readonly<Record<Rhythm['kind'], Rhythm>> = {
  minutes: { kind: 'minutes', every: 15 },
  hourly: { kind: 'hourly', minute: 'H' },
  daily: { kind: 'daily', time: '09:00' },
  weekly: { kind: 'weekly', time: '09:00', days: ['1', '2', '3', '4', '5'] },
  monthly: { kind: 'monthly', time: '09:00', day: 1 },
  custom: { kind: 'custom' },
};

/** Cron counts days from Sunday. */
const CRON_DAYS = choicesOf(WEEKDAYS).map(({ label }, i) => ({ value: String((i + 1) % 7), label }));

export function CronFields({ schedule, tenant, error, onChange }: CronFieldsProps): ReactElement {
  const crons = [schedule.cron ?? []].flat();
  const [cron = ''] = crons;
  const [isFree, setFree] = useState(false);
  const rhythm = isFree || crons.length > 1 ? DEFAULTS.custom : rhythmOf(cron);
  const sentences = crons.map(cronWords);
  const words = error === undefined && !sentences.includes(null) ? sentences.join('; ') : null;
  const set = (next: Rhythm): void => {
    const text = cronOf(next);
    if (text !== null) onChange({ ...schedule, cron: text });
  };
  const count = (field: Omit<NumberProps<number>, 'onChange'>, rhythmOfCount: (count: number) => Rhythm) => (
    <NumberField
      {...field}
      min={1}
      allowDecimal={false}
      onChange={(next = 0) => {
        if (next >= 1) set(rhythmOfCount(next));
      }}
    />
  );
  return (
    <>
      <Group align="end" gap="xs">
        <Choice
          label="How often"
          w={190}
          options={KINDS}
          value={rhythm.kind}
          onChange={(kind) => {
            setFree(kind === 'custom');
            set(DEFAULTS[kind]);
          }}
        />
        {rhythm.kind === 'minutes' &&
          count({ label: 'Minutes', w: 110, max: 59, value: rhythm.every }, (every) => ({ kind: 'minutes', every }))}
        {rhythm.kind === 'hourly' && (
          <TextInput
            w={150}
            label="At minute (H: chosen)"
            error={error}
            value={rhythm.minute}
            onChange={typed((minute) => {
              set({ kind: 'hourly', minute });
            })}
          />
        )}
        {rhythm.kind === 'monthly' &&
          count({ label: 'Day', w: 90, max: 31, value: rhythm.day }, (day) => ({ ...rhythm, day }))}
        {'time' in rhythm && (
          <TextInput
            type="time"
            label="At"
            w={110}
            value={rhythm.time}
            onChange={typed((time) => {
              if (time !== '') set({ ...rhythm, time });
            })}
          />
        )}
      </Group>
      {rhythm.kind === 'weekly' && (
        <MultiSelect
          label="Days"
          data={CRON_DAYS}
          value={[...rhythm.days]}
          onChange={(days) => {
            if (days.length > 0) set({ ...rhythm, days });
          }}
        />
      )}
      {rhythm.kind === 'custom' && (
        <TextInput
          label="Cron expressions"
          description="Minute, hour, day, month, weekday. Separate several expressions by ;"
          styles={{ input: { fontFamily: 'var(--mono)' } }}
          error={error}
          value={crons.join('; ')}
          onChange={typed((text) => {
            // The field stays while it is typed into, whatever rhythm the expression has on the way.
            setFree(true);
            const next = text.split(';').map((part) => part.trim());
            onChange({ ...schedule, cron: next.length > 1 ? next : (next[0] ?? '') });
          })}
        />
      )}
      {words !== null && (
        <p className="dim" style={{ margin: 0 }}>
          {words} {rhythm.kind !== 'custom' && <code>{crons.join('; ')}</code>}
        </p>
      )}
      <LoadMap
        cron={cron}
        tenant={tenant}
        spread={(next) => {
          onChange({ ...schedule, cron: next });
        }}
      />
    </>
  );
}

/** From this number on, jobs that start at the same minute delay each other. */
const MANY = 3;
const LABELLED_MINUTES = [0, 15, 30, 45];

interface LoadMapProps {
  readonly cron: string;
  readonly tenant: string;
  readonly spread: (cron: string) => void;
}

/** At which minutes of the hour the jobs of a tenant start. Offers `H` if many jobs start together. */
function LoadMap({ cron, tenant, spread }: LoadMapProps): ReactElement | null {
  const { data, error } = useQuery({
    queryKey: ['schedule-load', tenant],
    enabled: tenant !== '',
    staleTime: 10_000,
    queryFn: () => ok(api.GET('/schedules/load', { params: { query: { tenant } } })),
  });
  if (error !== null)
    return (
      <p role="alert" className="tone-bad load-note">
        <ProblemText error={error} />
      </p>
    );
  if (data === undefined) return null;
  const [minute, ...others] = cron.trim().split(/\s+/);
  const own = minute !== undefined && /^\d+$/.test(minute) && others.length === 4 ? Number(minute) : null;
  const most = Math.max(1, ...data.minutes);
  const same = own === null ? 0 : (data.minutes[own] ?? 0);
  return (
    <figure className="load">
      <div className="load-bars" role="img" aria-label={summaryOf(data.minutes)}>
        {data.minutes.map((jobs, at) => (
          <i
            key={at}
            data-own={at === own || undefined}
            title={`minute ${at}: ${countText(jobs, 'job')}`}
            style={{ height: `${Math.max(jobs === 0 ? 0 : 6, (100 * jobs) / most)}%` }}
          />
        ))}
      </div>
      <div className="load-labels" aria-hidden>
        {LABELLED_MINUTES.map((at) => (
          <span key={at}>:{String(at).padStart(2, '0')}</span>
        ))}
      </div>
      <figcaption className="dim">
        Jobs of this tenant by the minute at which they start next{data.isPartial ? ' (not all are counted)' : ''}.
      </figcaption>
      {same >= MANY && (
        <p role="note" className="load-note">
          {same} jobs of this tenant start at minute {own}.{' '}
          <Button
            onClick={() => {
              spread(['H', ...others].join(' '));
            }}
          >
            Spread: choose a minute for this job (H)
          </Button>
        </p>
      )}
    </figure>
  );
}

function summaryOf(minutes: readonly number[]): string {
  const most = Math.max(...minutes);
  const all = minutes.reduce((sum, jobs) => sum + jobs, 0);
  if (all === 0) return 'No job of this tenant starts within 24 hours.';
  return `${all} jobs start within 24 hours. Most of them (${most}) start at minute ${minutes.indexOf(most)} of the hour.`;
}
