/** Search and commands, from the keyboard: jobs, workers, errors, runs by id, labels, recent pages, every page, and the actions of the present one. */
import { useState, type ReactElement } from 'react';
import { Modal, TextInput, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, ofId, ok, orNull, useRights } from '../api/client.js';
import { useFocusBack } from '../parts/dialog-outlet.js';
import { typed } from '../parts/inputs.js';
import { LOCAL_ZONE } from '../parts/local-zone.js';
import { isMeant, mayBeId } from '../parts/short-id.js';
import { chooseZone, useZone } from '../parts/time.js';
import { recentPlaces } from '../parts/recent-places.js';
import { fitting } from './fuzzy.js';
import { PLACES } from './places.js';
import { labelsOf } from './search.js';

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly act: () => unknown;
}

const MOST_JOBS = 8;
const MOST_OTHERS = 4;
/** A run is found by a part of its id among this many of the newest runs. */
const NEWEST_RUNS = 200;

/** A run by its whole id, or by the end of it that lists show. */
async function runOf(text: string): Promise<string | null> {
  if (!mayBeId(text)) return null;
  const whole = text.startsWith('…') ? null : await orNull(api.GET('/runs/{id}', ofId(text)));
  if (whole !== null) return whole.id;
  const { items } = await ok(api.GET('/runs', { params: { query: { limit: NEWEST_RUNS } } }));
  return items.find(({ id }) => isMeant(id, text))?.id ?? null;
}

interface Matches {
  readonly run: string | null;
  readonly jobs: readonly { readonly id: string; readonly name: string; readonly tenant: string }[];
  readonly workers: readonly { readonly id: string; readonly name: string }[];
  readonly errors: readonly { readonly id: string; readonly reason: string; readonly lines: readonly string[] }[];
}

const NO_MATCHES: Matches = { run: null, jobs: [], workers: [], errors: [] };

/** The server searches by its own rules: parts of names and ids, also of lines of errors. */
function useMatches(text: string): Matches {
  const [settled] = useDebouncedValue(text.trim(), 150);
  const { data } = useQuery({
    queryKey: ['palette', settled],
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Matches> => {
      const query = { q: settled, limit: MOST_OTHERS };
      const [jobs, run, workers, errors] = await Promise.all([
        ok(api.GET('/jobs', { params: { query: { q: settled, limit: MOST_JOBS } } })),
        runOf(settled),
        ok(api.GET('/workers', { params: { query } })),
        ok(api.GET('/errors', { params: { query } })),
      ]);
      return { run, jobs: jobs.items, workers: workers.items, errors: errors.items };
    },
  });
  return settled === '' || data === undefined ? NO_MATCHES : data;
}

/** The buttons beside the title of the present page: what can be done with its object. */
const actionsOfPage = (): Choice[] =>
  [...document.querySelectorAll<HTMLElement>('main .title-row .actions :is(button, a)')].flatMap((button) => {
    const label = button.textContent.trim();
    if (!/\p{L}/u.test(label) || button.matches(':disabled')) return [];
    const act = (): void => {
      button.click();
    };
    return [{ id: `action ${label}`, label, hint: 'on this page', act }];
  });

type Go = (href: string) => () => unknown;

function matchesAsChoices({ run, jobs, workers, errors }: Matches, go: Go): Choice[] {
  const choice = (kind: string, id: string, label: string, hint = kind): Choice => ({
    id: `${kind} ${id}`,
    label,
    hint,
    act: go(`/${kind}s/${encodeURIComponent(id)}`),
  });
  return [
    ...(run === null ? [] : [choice('run', run, run)]),
    ...jobs.map(({ id, name, tenant }) => choice('job', id, name, `job · ${tenant}`)),
    ...workers.map(({ id, name }) => choice('worker', id, name)),
    ...errors.map(({ id, reason, lines }) => choice('error', id, lines.at(-1) ?? reason)),
  ];
}

/** `name=value`: the jobs with that label. */
const labelChoice = (text: string, go: Go): Choice[] =>
  labelsOf(text).length === 0
    ? []
    : [{ id: 'label', label: `Jobs with ${text}`, hint: 'label', act: go(`/jobs?label=${encodeURIComponent(text)}`) }];

function useChoices(text: string): Choice[] {
  const navigate = useNavigate();
  const { may } = useRights();
  const { toggleColorScheme } = useMantineColorScheme();
  const zone = useZone();
  const matches = useMatches(text);
  const [actions] = useState(actionsOfPage);
  const go: Go = (href) => () => navigate({ href });
  const other = zone === 'UTC' ? LOCAL_ZONE : 'UTC';
  const fixed: Choice[] = [
    ...actions,
    ...recentPlaces.get().map(({ place, label }) => ({ id: `recent ${place}`, label, hint: 'recent', act: go(place) })),
    ...(may('editor') ? [{ id: 'new', label: 'New job', hint: 'command', act: go('/jobs/new') }] : []),
    ...PLACES.map(({ to, label }) => ({ id: to, label, hint: 'page', act: go(to) })),
    { id: 'palette', label: 'Switch between light and dark', hint: 'command', act: toggleColorScheme },
    {
      id: 'zone',
      label: `Show times in ${other}`,
      hint: 'command',
      act: () => {
        chooseZone(other);
      },
    },
  ];
  return [...labelChoice(text.trim(), go), ...matchesAsChoices(matches, go), ...fitting(fixed, text)];
}

export default function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  useFocusBack();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const choices = useChoices(text);
  const place = Math.min(at, Math.max(0, choices.length - 1));
  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onClose();
    choice.act();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      title={undefined}
      aria-label="Search and commands"
    >
      <TextInput
        size="md"
        variant="unstyled"
        px="md"
        placeholder="Job, run id, worker, error, label, page or command…"
        aria-label="Search"
        role="combobox"
        aria-expanded
        aria-controls="palette-choices"
        aria-activedescendant={choices.length > 0 ? `palette-${place}` : undefined}
        data-autofocus
        value={text}
        onChange={typed((text) => {
          setText(text);
          setAt(0);
        })}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(place + 1, choices.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(place - 1, 0));
          else if (event.key === 'Enter') choose(choices[place]);
          else return;
          event.preventDefault();
        }}
      />
      <ul className="palette" id="palette-choices" role="listbox" aria-label="Results">
        {choices.map((choice, i) => (
          <li
            key={choice.id}
            id={`palette-${i}`}
            role="option"
            aria-selected={i === place}
            onClick={() => {
              choose(choice);
            }}
            onMouseMove={() => {
              setAt(i);
            }}
          >
            <span>{choice.label}</span>
            <span className="dim">{choice.hint}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <div className="empty">Nothing matches.</div>}
    </Modal>
  );
}
