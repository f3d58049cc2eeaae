/** Times by rhythm or by cron, also in words. Shows at which minutes many jobs start. */
import { useState, type ReactElement } from 'react';
import { Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import type { Schemas } from '../api/client.js';
import { cronWords } from '../parts/cron-words.js';
import { LoadMap } from './load-map.js';
import { cronOf, rhythmOf, WEEKDAYS, type Rhythm } from './rhythm.js';

type Schedule = Schemas['Schedule'];

interface Part {
  readonly schedule: Schedule;
  readonly tenant: string;
  readonly error: string | undefined;
  readonly onChange: (schedule: Schedule) => void;
}

const KINDS = [
  { value: 'minutes', label: 'Every few minutes' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'On days of the week' },
  { value: 'monthly', label: 'On a day of the month' },
  { value: 'custom', label: 'By cron expression' },
] as const;

const DEFAULTS: Readonly<Record<Rhythm['kind'], Rhythm>> = {
  minutes: { kind: 'minutes', every: 15 },
  hourly: { kind: 'hourly', minute: 'H' },
  daily: { kind: 'daily', time: '09:00' },
  weekly: { kind: 'weekly', time: '09:00', days: ['1', '2', '3', '4', '5'] },
  monthly: { kind: 'monthly', time: '09:00', day: 1 },
  custom: { kind: 'custom' },
};

export function CronFields({ schedule, tenant, error, onChange }: Part): ReactElement {
  const crons = [schedule.cron ?? []].flat();
  const [cron = ''] = crons;
  const [isFree, setFree] = useState(false);
  const found = crons.length > 1 ? DEFAULTS.custom : rhythmOf(cron);
  const rhythm = isFree ? DEFAULTS.custom : found;
  const said = crons.map((each) => cronWords(each));
  const words = error === undefined && said.every((each) => each !== null) ? said.join('; ') : null;
  const set = (next: Rhythm): void => {
    const text = cronOf(next);
    if (text !== null) onChange({ ...schedule, cron: text });
  };
  const time = (value: string): ReactElement => (
    <TextInput
      type="time"
      label="At"
      w={110}
      value={value}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') set({ ...rhythm, time: currentTarget.value } as Rhythm);
      }}
    />
  );
  return (
    <>
      <Group align="end" gap="xs">
        <Select
          label="How often"
          w={190}
          allowDeselect={false}
          data={KINDS}
          value={rhythm.kind}
          onChange={(kind) => {
            const chosen = kind ?? 'custom';
            setFree(chosen === 'custom');
            set(DEFAULTS[chosen]);
          }}
        />
        {rhythm.kind === 'minutes' && (
          <NumberInput
            size="xs"
            w={110}
            label="Minutes"
            min={1}
            max={59}
            value={rhythm.every}
            onChange={(every) => {
              if (Number(every) >= 1) set({ kind: 'minutes', every: Number(every) });
            }}
          />
        )}
        {rhythm.kind === 'hourly' && (
          <TextInput
            w={150}
            label="At minute (H: chosen)"
            error={error}
            value={rhythm.minute}
            onChange={({ currentTarget }) => {
              set({ kind: 'hourly', minute: currentTarget.value });
            }}
          />
        )}
        {rhythm.kind === 'monthly' && (
          <NumberInput
            size="xs"
            w={90}
            label="Day"
            min={1}
            max={31}
            value={rhythm.day}
            onChange={(day) => {
              if (Number(day) >= 1) set({ ...rhythm, day: Number(day) });
            }}
          />
        )}
        {'time' in rhythm && time(rhythm.time)}
      </Group>
      {rhythm.kind === 'weekly' && (
        <MultiSelect
          size="xs"
          label="Days"
          data={WEEKDAYS}
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
          onChange={({ currentTarget }) => {
            const next = currentTarget.value.split(';').map((part) => part.trim());
            onChange({ ...schedule, cron: next.length > 1 ? next : (next[0] ?? '') });
          }}
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
