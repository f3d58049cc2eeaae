/** Times of day at which slots run, and the minimum time between slots. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import type { Schemas } from '../api/client.js';
import { Choice, NumberField } from '../parts/fields.js';
import { choicesOf, typed, WEEKDAYS } from '../parts/inputs.js';

type Schedule = Schemas['Schedule'];
type Window = NonNullable<Schedule['windows']>[number];

interface WindowFieldsProps {
  readonly schedule: Schedule;
  readonly onChange: (schedule: Schedule) => void;
}

const DAYS = choicesOf(WEEKDAYS).map(({ value, label }) => ({ value, label: label.slice(0, 3) }));
const OUTSIDE = { skip: 'do not run', open: 'run once when the next window opens' } as const;
const NIGHT: Window = { from: '22:00', to: '06:00' };

export function WindowFields({ schedule, onChange }: WindowFieldsProps): ReactElement {
  const { windows = [], outsideWindows, minIntervalSeconds, ...rest } = schedule;
  const change = (next: Pick<Schedule, 'windows' | 'outsideWindows' | 'minIntervalSeconds'>): void => {
    const all = { windows, outsideWindows, minIntervalSeconds, ...next };
    const own = all.windows.length > 0 ? all : { minIntervalSeconds: all.minIntervalSeconds };
    onChange({ ...rest, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) });
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
        <Choice
          label="Slots outside of the windows"
          options={OUTSIDE}
          value={outsideWindows ?? 'skip'}
          onChange={(next) => {
            change({ outsideWindows: next });
          }}
        />
      )}
      <NumberField
        label="Minimum seconds between slots that run"
        placeholder="none"
        min={1}
        value={minIntervalSeconds}
        onChange={(next) => {
          change({ minIntervalSeconds: next });
        }}
      />
    </FoldedGroup>
  );
}

interface WindowRowProps {
  readonly number: number;
  readonly window: Window;
  /** null removes the window. */
  readonly onChange: (window: Window | null) => void;
}

function WindowRow({ number, window, onChange }: WindowRowProps): ReactElement {
  const time = (name: 'from' | 'to', label: string): ReactElement => (
    <TextInput
      w={80}
      label={`${label} ${number}`}
      value={window[name]}
      onChange={typed((text) => {
        onChange({ ...window, [name]: text });
      })}
    />
  );
  return (
    <Group align="end" gap="xs" mb="xs">
      {time('from', 'From')}
      {time('to', 'To')}
      <MultiSelect
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

interface FoldedGroupProps {
  /** The text of the button; it ends with "…". */
  readonly button: string;
  readonly legend: string;
  /** True if one of the fields has a value at first. */
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** Fields that few jobs need: a button opens them. */
export function FoldedGroup({ button, legend, isUsed, children }: FoldedGroupProps): ReactElement {
  const [isOpen, setOpen] = useState(isUsed);
  if (!isOpen)
    return (
      <div>
        <Button
          variant="subtle"
          onClick={() => {
            setOpen(true);
          }}
        >
          {button}
        </Button>
      </div>
    );
  return (
    <fieldset className="fieldset">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
