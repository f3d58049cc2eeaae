/** Calendars: the days and times that schedules exclude. */
import { useState, type ReactElement } from 'react';
import { Button, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { ApiError } from '#client/api-error.js';
import { api, ok, type Schemas } from '../api/client.js';
import { calendarsList, tenantsList } from '../api/questions.js';
import { eventsText, inputOf, linesOf, WorkdayFields, workdaysOf } from './workday-fields.js';
import { TenantChoice } from '../parts/choices.js';
import { DefinitionsPage } from '../parts/definitions-page.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { LOCAL_ZONE } from '../parts/local-zone.js';
import { RemovalDialog } from '../parts/removal-dialog.js';
import type { Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { ZoneSelect } from '../parts/zone-select.js';

type Calendar = Schemas['Calendar'];

const DATES_SHOWN = 6;

const contentText = ({ dates = [], cron = [], weekly = [], workdays, ics, include = [] }: Calendar): string =>
  [
    dates.length > 0 &&
      `${dates.slice(0, DATES_SHOWN).join(', ')}${dates.length > DATES_SHOWN ? ` and ${dates.length - DATES_SHOWN} more` : ''}`,
    ...cron,
    ...weekly.map(({ days, from, to }) => `${days.join(', ')} ${from}–${to}`),
    workdays !== undefined && `all days except ${workdays.join(', ')}`,
    ics !== undefined && eventsText(ics),
    include.length > 0 &&
      `except ${include.slice(0, DATES_SHOWN).join(', ')}${include.length > DATES_SHOWN ? ' …' : ''}`,
  ]
    .filter(Boolean)
    .join(' · ');

export function CalendarsPage(): ReactElement {
  const query = useQuery(calendarsList());
  const { may } = useRights();
  const { shown, open } = useDialog();
  const edit = (calendar: Calendar | null) => () => {
    open((close) => <CalendarDialog calendar={calendar} onClose={close} />);
  };
  const columns: readonly Column<Calendar>[] = [
    {
      title: 'Calendar',
      look: 'main',
      cell: ({ id, name }) => (
        <div>
          {name ?? id} {name !== undefined && name !== id && <code className="dim">{id}</code>}
        </div>
      ),
    },
    { title: 'Tenant', cell: ({ tenant }) => tenant },
    { title: 'Excludes', look: 'wrap', cell: contentText },
    { title: 'Time zone', cell: ({ timezone }) => timezone ?? 'UTC' },
    { title: 'Changed', cell: ({ updatedAt }) => <When at={updatedAt} /> },
    {
      title: 'Actions',
      isUntitled: true,
      cell: (calendar) =>
        may('editor', calendar.tenant) && (
          <div className="actions">
            <Button onClick={edit(calendar)}>Edit…</Button>
            <Button
              onClick={() => {
                open((close) => <RemoveDialog calendar={calendar} onClose={close} />);
              }}
            >
              Delete…
            </Button>
          </div>
        ),
    },
  ];
  return (
    <DefinitionsPage
      noun="calendar"
      query={query}
      columns={columns}
      empty="No calendars yet. A calendar lists days and times that schedules of jobs exclude, such as holidays."
      create={{ role: 'editor', begin: edit(null) }}
    >
      {shown}
    </DefinitionsPage>
  );
}

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

type DayProblems = Partial<Record<'dates' | 'include', string>>;

/** The problems of the fields with one day per line, each with its day. */
function dayProblemsOf(error: unknown, typed: Record<keyof DayProblems, readonly string[]>): DayProblems {
  const problems: DayProblems = {};
  for (const { path, message } of error instanceof ApiError ? error.errors : []) {
    const [, field, at] = /^(dates|include)\.(\d+)$/.exec(path) ?? [];
    if (field !== 'dates' && field !== 'include') continue;
    const says = `${typed[field][Number(at)] ?? ''} ${message}.`;
    problems[field] = problems[field] === undefined ? says : `${problems[field]} ${says}`;
  }
  return problems;
}

function CalendarDialog({
  calendar,
  onClose,
}: {
  readonly calendar: Calendar | null;
  readonly onClose: () => void;
}): ReactElement {
  const cache = useQueryClient();
  const { data: tenants } = useQuery(tenantsList());
  const { may } = useRights();
  const [name, setName] = useState(calendar?.name ?? '');
  const [tenant, setTenant] = useState<string | null>(calendar?.tenant ?? null);
  const [timezone, setTimezone] = useState(calendar?.timezone ?? LOCAL_ZONE);
  const [dates, setDates] = useState(calendar?.dates?.join('\n') ?? '');
  const [cron, setCron] = useState<string[]>(calendar?.cron ?? []);
  const [days, setDays] = useState(() => inputOf(calendar));
  const [problems, setProblems] = useState<DayProblems>({});
  const offered = tenants?.items.map(({ id }) => id).filter((id) => may('editor', id)) ?? [];
  const owner = tenant ?? offered[0] ?? '';
  const save = async (): Promise<string> => {
    const content = {
      ...(name !== '' && { name }),
      timezone,
      dates: linesOf(dates),
      cron,
      ...(calendar?.weekly && { weekly: calendar.weekly }),
      ...workdaysOf(days),
    };
    const saved =
      calendar === null
        ? ok(api.POST('/calendars', { body: { id: idOf(name), tenant: owner, ...content } }))
        : ok(
            api.PUT('/calendars/{id}', {
              params: { path: { id: calendar.id }, query: { tenant: calendar.tenant } },
              body: content,
            }),
          );
    await saved.catch((error: unknown) => {
      const found = dayProblemsOf(error, { dates: linesOf(dates), include: linesOf(days.include) });
      setProblems(found);
      if (Object.keys(found).length === 0) throw error;
      throw new Error('Some days are not valid.', { cause: error });
    });
    await cache.invalidateQueries({ queryKey: ['calendars'] });
    return 'The calendar is saved.';
  };
  return (
    <Dialog
      title={calendar === null ? 'New calendar' : `Calendar ${calendar.id}`}
      confirm="Save"
      onClose={onClose}
      onConfirm={save}
      disabled={idOf(name) === '' && calendar === null}
    >
      <TextInput
        label="Name"
        placeholder="Bank holidays"
        {...(calendar === null && name !== '' && { description: `Schedules refer to it as ${idOf(name)}.` })}
        value={name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      {calendar === null && offered.length > 1 && <TenantChoice role="editor" value={owner} onChange={setTenant} />}
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
        onChange={({ currentTarget }) => {
          setDates(currentTarget.value);
        }}
      />
      <TagsInput
        size="xs"
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

function RemoveDialog({
  calendar,
  onClose,
}: {
  readonly calendar: Calendar;
  readonly onClose: () => void;
}): ReactElement {
  const remove = async (): Promise<unknown> =>
    ok(api.DELETE('/calendars/{id}', { params: { path: { id: calendar.id }, query: { tenant: calendar.tenant } } }));
  return (
    <RemovalDialog noun="calendar" name={calendar.id} remove={remove} onClose={onClose}>
      <p style={{ margin: 0 }}>A calendar that jobs use cannot be deleted.</p>
    </RemovalDialog>
  );
}
