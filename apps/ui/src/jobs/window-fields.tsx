/** Times of day at which slots run, and the minimum time between slots. */
import type { ReactElement } from 'react';
import { Button, Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import type { Schemas } from '../api/client.js';
import { FoldedGroup } from './folded-group.js';

type Schedule = Schemas['Schedule'];
type Window = NonNullable<Schedule['windows']>[number];
type Day = NonNullable<Window['days']>[number];

interface Part {
  readonly schedule: Schedule;
  readonly onChange: (schedule: Schedule) => void;
}

const DAYS: readonly { readonly value: Day; readonly label: string }[] = [
  { value: 'mon', label: 'Mon' },
  { value: 'tue', label: 'Tue' },
  { value: 'wed', label: 'Wed' },
  { value: 'thu', label: 'Thu' },
  { value: 'fri', label: 'Fri' },
  { value: 'sat', label: 'Sat' },
  { value: 'sun', label: 'Sun' },
];
const OUTSIDE = [
  { value: 'skip', label: 'do not run' },
  { value: 'open', label: 'run once when the next window opens' },
] as const;
const NIGHT: Window = { from: '22:00', to: '06:00' };

export function WindowFields({ schedule, onChange }: Part): ReactElement {
  const { windows = [], outsideWindows, minIntervalSeconds, ...rest } = schedule;
  const change = (next: Pick<Schedule, 'windows' | 'outsideWindows' | 'minIntervalSeconds'>): void => {
    const all = { windows, outsideWindows, minIntervalSeconds, ...next };
    onChange({
      ...rest,
      ...(all.windows.length > 0 && {
        windows: all.windows,
        ...(all.outsideWindows && { outsideWindows: all.outsideWindows }),
      }),
      ...(all.minIntervalSeconds !== undefined && { minIntervalSeconds: all.minIntervalSeconds }),
    });
  };
  return (
    <FoldedGroup
      button="Windows, minimum time between slots…"
      legend="Windows and minimum interval"
      isUsed={windows.length > 0 || minIntervalSeconds !== undefined}
    >
      {windows.map((window, i) => (
        <WindowRow
          key={i}
          number={i + 1}
          window={window}
          onChange={(next) => {
            change({ windows: windows.flatMap((each, at) => (at !== i ? [each] : next === null ? [] : [next])) });
          }}
        />
      ))}
      <Button
        variant="subtle"
        onClick={() => {
          change({ windows: [...windows, NIGHT] });
        }}
      >
        + Window
      </Button>
      {windows.length > 0 && (
        <Select
          size="xs"
          label="Slots outside of the windows"
          allowDeselect={false}
          data={OUTSIDE}
          value={outsideWindows ?? 'skip'}
          onChange={(next) => {
            change({ outsideWindows: next ?? 'skip' });
          }}
        />
      )}
      <NumberInput
        size="xs"
        label="Minimum seconds between slots that run"
        placeholder="none"
        min={1}
        value={minIntervalSeconds ?? ''}
        onChange={(next) => {
          change({ minIntervalSeconds: next === '' ? undefined : Number(next) });
        }}
      />
    </FoldedGroup>
  );
}

interface Row {
  readonly number: number;
  readonly window: Window;
  /** null removes the window. */
  readonly onChange: (window: Window | null) => void;
}

function WindowRow({ number, window, onChange }: Row): ReactElement {
  const time = (name: 'from' | 'to', label: string): ReactElement => (
    <TextInput
      w={80}
      label={`${label} ${number}`}
      value={window[name]}
      onChange={({ currentTarget }) => {
        onChange({ ...window, [name]: currentTarget.value });
      }}
    />
  );
  return (
    <Group align="end" gap="xs" mb="xs">
      {time('from', 'From')}
      {time('to', 'To')}
      <MultiSelect
        size="xs"
        flex={1}
        miw={130}
        label={`On days ${number}`}
        placeholder={window.days ? '' : 'every day'}
        data={DAYS}
        value={window.days ?? []}
        onChange={(days) => {
          const { days: _before, ...times } = window;
          onChange(days.length === 0 ? times : { ...times, days });
        }}
      />
      <Button
        variant="subtle"
        aria-label={`Remove window ${number}`}
        onClick={() => {
          onChange(null);
        }}
      >
        ×
      </Button>
    </Group>
  );
}
