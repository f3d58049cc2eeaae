/** Search and commands: jobs by name, runs by id, and every page, from the keyboard. */
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
import { PLACES } from './places.js';

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly act: () => unknown;
}

const MOST_JOBS = 8;
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

function useMatches(text: string): { jobs: { id: string; name: string; tenant: string }[]; run: string | null } {
  const [settled] = useDebouncedValue(text.trim(), 150);
  const { data } = useQuery({
    queryKey: ['palette', settled],
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const [{ items }, run] = await Promise.all([
        ok(api.GET('/jobs', { params: { query: { q: settled, limit: MOST_JOBS } } })),
        runOf(settled),
      ]);
      return { jobs: items, run };
    },
  });
  return settled === '' || data === undefined ? { jobs: [], run: null } : data;
}

function useChoices(text: string): Choice[] {
  const navigate = useNavigate();
  const { may } = useRights();
  const { toggleColorScheme } = useMantineColorScheme();
  const zone = useZone();
  const { jobs, run } = useMatches(text);
  const go = (href: string) => () => navigate({ href });
  const other = zone === 'UTC' ? LOCAL_ZONE : 'UTC';
  const fixed: Choice[] = [
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
  const wanted = text.trim().toLowerCase();
  return [
    ...(run === null
      ? []
      : [{ id: `run ${run}`, label: run, hint: 'run', act: go(`/runs/${encodeURIComponent(run)}`) }]),
    ...jobs.map(({ id, name, tenant }) => ({
      id: `job ${id}`,
      label: name,
      hint: `job · ${tenant}`,
      act: go(`/jobs/${encodeURIComponent(id)}`),
    })),
    ...fixed.filter(({ label }) => label.toLowerCase().includes(wanted)),
  ];
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
        placeholder="Job, run id, page or command…"
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
