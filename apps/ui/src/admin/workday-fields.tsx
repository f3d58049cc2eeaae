/** The fields of a calendar besides dates and cron: working days, the events of an iCalendar file, days that are never excluded. */
import type { ReactElement } from 'react';
import { Button, FileInput, MultiSelect, Textarea } from '@mantine/core';
import { icsText } from '#common/domain/ics-text.js';
import type { Schemas } from '../api/client.js';
import { refused } from '../parts/toasts.js';

type Weekday = NonNullable<Schemas['Calendar']['workdays']>[number];

interface WorkdaysInput {
  readonly workdays: readonly Weekday[];
  /** One day per line. */
  readonly include: string;
  readonly ics: string | undefined;
}

const WEEKDAYS = [
  { value: 'mon', label: 'Monday' },
  { value: 'tue', label: 'Tuesday' },
  { value: 'wed', label: 'Wednesday' },
  { value: 'thu', label: 'Thursday' },
  { value: 'fri', label: 'Friday' },
  { value: 'sat', label: 'Saturday' },
  { value: 'sun', label: 'Sunday' },
];

export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

async function textOf(file: File): Promise<string> {
  const text = icsText(new Uint8Array(await file.arrayBuffer()));
  if (text === null) throw new Error(`${file.name} is not UTF-8: its names would be stored in pieces`);
  return text;
}

export const eventsText = (ics: string): string => {
  const count = ics.split('BEGIN:VEVENT').length - 1;
  return `${count} ${count === 1 ? 'event' : 'events'} of an iCalendar file`;
};

export const inputOf = (calendar: Schemas['Calendar'] | null): WorkdaysInput => ({
  workdays: calendar?.workdays ?? [],
  include: calendar?.include?.join('\n') ?? '',
  ics: calendar?.ics,
});

export function workdaysOf({
  workdays,
  include,
  ics,
}: WorkdaysInput): Pick<Schemas['Calendar'], 'workdays' | 'include' | 'ics'> {
  return {
    ...(workdays.length > 0 && { workdays: [...workdays] }),
    ...(include.trim() !== '' && { include: linesOf(include) }),
    ...(ics !== undefined && { ics }),
  };
}

export function WorkdayFields({
  days,
  problem,
  onChange,
}: {
  readonly days: WorkdaysInput;
  /** Of the days that are never excluded. */
  readonly problem: string | undefined;
  readonly onChange: (days: WorkdaysInput) => void;
}): ReactElement {
  const { workdays, include, ics } = days;
  const setIcs = (text: string | undefined): void => {
    onChange({ ...days, ics: text });
  };
  return (
    <>
      <MultiSelect
        size="xs"
        label="Working days; all other days of the week are excluded"
        placeholder={workdays.length === 0 ? 'every day is a working day' : ''}
        data={WEEKDAYS}
        value={[...workdays]}
        onChange={(next) => {
          onChange({ ...days, workdays: next as Weekday[] });
        }}
      />
      <FileInput
        size="xs"
        label="Excluded events, from an iCalendar file"
        placeholder={ics === undefined ? 'holidays.ics' : eventsText(ics)}
        accept=".ics,text/calendar"
        clearable
        onChange={(file) => {
          if (file === null) setIcs(undefined);
          else void textOf(file).then(setIcs, refused);
        }}
      />
      {ics !== undefined && (
        <Button
          size="xs"
          onClick={() => {
            setIcs(undefined);
          }}
        >
          Remove the {eventsText(ics)}
        </Button>
      )}
      <Textarea
        label="Days that are never excluded, one per line"
        placeholder="2026-10-10"
        error={problem}
        autosize
        maxRows={6}
        value={include}
        onChange={({ currentTarget }) => {
          onChange({ ...days, include: currentTarget.value });
        }}
      />
    </>
  );
}
