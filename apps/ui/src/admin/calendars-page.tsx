/** Calendars: the days and times that schedules exclude. */
import { useState, type ReactElement } from 'react';
import { Button, FileInput, MultiSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.js';
import { icsText } from '#common/domain/ics-text.js';
import { api, ofDefinition, ok, refresh, type Schemas, useRights } from '../api/client.js';
import { calendarsList } from '../api/questions.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { choicesOf, typed, WEEKDAYS, type Weekday } from '../parts/inputs.js';
import { DefinitionsPage, DeleteDefinition, nameColumn, useOwner } from '../parts/list-page.js';
import { LOCAL_ZONE } from '../parts/local-zone.js';
import { actionsColumn, column, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { refused } from '../parts/toasts.js';
import { ZoneSelect } from '../parts/zone-select.js';

type Calendar = Schemas['Calendar'];

const MAX_DATES = 6;

const contentText = ({ dates = [], cron = [], weekly = [], workdays, ics, include = [] }: Calendar): string =>
  [
    dates.length > 0 &&
      `${dates.slice(0, MAX_DATES).join(', ')}${dates.length > MAX_DATES ? ` and ${dates.length - MAX_DATES} more` : ''}`,
    ...cron,
    ...weekly.map(({ days, from, to }) => `${days.join(', ')} ${from}–${to}`),
    workdays !== undefined && `all days except ${workdays.join(', ')}`,
    ics !== undefined && eventsText(ics),
    include.length > 0 && `except ${include.slice(0, MAX_DATES).join(', ')}${include.length > MAX_DATES ? ' …' : ''}`,
  ]
    .filter(Boolean)
    .join(' · ');

export function CalendarsPage(): ReactElement {
  const query = useQuery(calendarsList());
  const { may } = useRights();
  const columns: readonly Column<Calendar>[] = [
    nameColumn('Calendar'),
    plainColumn('Tenant', 'tenant'),
    column('Excludes', contentText, 'wrap'),
    column('Time zone', ({ timezone }) => timezone ?? 'UTC'),
    timeColumn('Changed', 'updatedAt'),
    actionsColumn(
      (calendar) =>
        may('editor', calendar.tenant) && (
          <>
            <Button onClick={opens(<CalendarDialog calendar={calendar} />)}>Edit…</Button>
            <DeleteDefinition noun="calendar" definition={calendar}>
              A calendar that jobs use cannot be deleted.
            </DeleteDefinition>
          </>
        ),
    ),
  ];
  return (
    <DefinitionsPage
      noun="calendar"
      query={query}
      columns={columns}
      empty="No calendars yet. A calendar lists days and times that schedules of jobs exclude, such as holidays."
      create={{ role: 'editor', begin: opens(<CalendarDialog calendar={null} />) }}
    />
  );
}

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

type DayProblems = Partial<Record<'dates' | 'include', string>>;

/** The problems of the fields with one day per line, each with its day. */
function dayProblemsOf(error: unknown, lines: Record<keyof DayProblems, readonly string[]>): DayProblems {
  const problems: DayProblems = {};
  for (const { path, message } of error instanceof ApiError ? error.errors : []) {
    const [, field, at] = /^(dates|include)\.(\d+)$/.exec(path) ?? [];
    if (field !== 'dates' && field !== 'include') continue;
    const text = `${lines[field][Number(at)] ?? ''} ${message}.`;
    problems[field] = problems[field] === undefined ? text : `${problems[field]} ${text}`;
  }
  return problems;
}

function CalendarDialog({ calendar }: { readonly calendar: Calendar | null }): ReactElement {
  const { tenant, field: tenantField } = useOwner('editor', calendar);
  const [name, setName] = useState(calendar?.name ?? '');
  const [timezone, setTimezone] = useState(calendar?.timezone ?? LOCAL_ZONE);
  const [dates, setDates] = useState(calendar?.dates?.join('\n') ?? '');
  const [cron, setCron] = useState<string[]>(calendar?.cron ?? []);
  const [days, setDays] = useState(() => inputOf(calendar));
  const [problems, setProblems] = useState<DayProblems>({});
  const save = async (): Promise<string> => {
    const content = {
      name: name || undefined,
      timezone,
      dates: linesOf(dates),
      cron,
      weekly: calendar?.weekly,
      ...workdaysOf(days),
    };
    const request =
      calendar === null
        ? ok(api.POST('/calendars', { body: { id: idOf(name), tenant, ...content } }))
        : ok(api.PUT('/calendars/{id}', { ...ofDefinition(calendar), body: content }));
    await request.catch((error: unknown) => {
      const ofDays = dayProblemsOf(error, { dates: linesOf(dates), include: linesOf(days.include) });
      setProblems(ofDays);
      if (Object.keys(ofDays).length === 0) throw error;
      throw new Error('Some days are not valid.', { cause: error });
    });
    await refresh('calendars');
    return 'The calendar is saved.';
  };
  return (
    <Dialog
      title={calendar === null ? 'New calendar' : `Calendar ${calendar.id}`}
      confirm="Save"
      onConfirm={save}
      disabled={idOf(name) === '' && calendar === null}
    >
      <TextInput
        label="Name"
        placeholder="Bank holidays"
        description={calendar === null && name !== '' && `Schedules refer to it as ${idOf(name)}.`}
        value={name}
        onChange={typed(setName)}
      />
      {tenantField}
      <ZoneSelect value={timezone} onChange={setTimezone} />
      <Textarea
        label="Excluded days, one per line"
        description="Of one year, such as 2026-12-24, or of every year, such as 12-25."
        placeholder={'2026-12-24\n12-25'}
        error={problems.dates}
        autosize
        minRows={4}
        maxRows={14}
        value={dates}
        onChange={typed(setDates)}
      />
      <TagsInput
        label="Excluded times, as cron expressions"
        placeholder="* * * * 6-7"
        splitChars={['\n']}
        value={cron}
        onChange={setCron}
      />
      <WorkdayFields days={days} problem={problems.include} onChange={setDays} />
    </Dialog>
  );
}

interface WorkdaysInput {
  readonly workdays: readonly Weekday[];
  /** One day per line. */
  readonly include: string;
  readonly ics: string | undefined;
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

async function icsOf(file: File): Promise<string> {
  const text = icsText(new Uint8Array(await file.arrayBuffer()));
  if (text === null) throw new Error(`${file.name} is not UTF-8: its names would be stored in pieces`);
  return text;
}

const eventsText = (ics: string): string => {
  const count = ics.split('BEGIN:VEVENT').length - 1;
  return `${count} ${count === 1 ? 'event' : 'events'} of an iCalendar file`;
};

const inputOf = (calendar: Calendar | null): WorkdaysInput => ({
  workdays: calendar?.workdays ?? [],
  include: calendar?.include?.join('\n') ?? '',
  ics: calendar?.ics,
});

function workdaysOf({ workdays, include, ics }: WorkdaysInput): Pick<Calendar, 'workdays' | 'include' | 'ics'> {
  return {
    workdays: workdays.length > 0 ? [...workdays] : undefined,
    include: include.trim() === '' ? undefined : linesOf(include),
    ics,
  };
}

function WorkdayFields({
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
        label="Working days; all other days of the week are excluded"
        placeholder={workdays.length === 0 ? 'every day is a working day' : ''}
        data={choicesOf(WEEKDAYS)}
        value={[...workdays]}
        onChange={(next) => {
          onChange({ ...days, workdays: next });
        }}
      />
      <FileInput
        label="Excluded events, from an iCalendar file"
        placeholder={ics === undefined ? 'holidays.ics' : eventsText(ics)}
        accept=".ics,text/calendar"
        clearable
        onChange={(file) => {
          if (file === null) setIcs(undefined);
          else void icsOf(file).then(setIcs, refused);
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
        onChange={typed((text) => {
          onChange({ ...days, include: text });
        })}
      />
    </>
  );
}
