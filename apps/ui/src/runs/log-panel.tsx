/** A run's log of any length: follows it, searches it, shows it, and has an address for each of its lines. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { api, ok } from '../api/client.js';
import { ActionButton } from '../parts/action-button.js';
import { checked, typed } from '../parts/inputs.js';
import { countText, numberText } from '../parts/time-text.js';
import { isAt, parseAddress } from './log-address.js';
import { LogLines, type LogChoice, type LogState } from './log-lines.js';
import { isTrouble, LogSearch, marksOf, rankOf, textSearch } from './log-search.js';
import { LogView, type Look } from './log-view.js';
import './log.css';

const STATES: Readonly<Record<LogState, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  away: 'Reconnecting…',
  complete: 'Complete',
};

function useLines(run: string, choice: LogChoice, isWhole: boolean): LogLines {
  const { task, index, attempt } = choice;
  const log = useMemo(() => new LogLines(run, { task, index, attempt }, isWhole), [run, task, index, attempt, isWhole]);
  useEffect(() => {
    log.start();
    return () => {
      log.stop();
    };
  }, [log]);
  useSyncExternalStore(log.subscribe, log.snapshot);
  return log;
}

interface LogPanelProps {
  readonly run: string;
  readonly choice: LogChoice & {
    /** `error`: opens the log at its first line that names an error. */
    readonly at?: string | undefined;
    /** The address of the lines at which it opens. */
    readonly line?: string | undefined;
  };
}

export function LogPanel({ run, choice }: LogPanelProps): ReactElement {
  const address = parseAddress(choice.line);
  const [openAt] = useState(address);
  /** False once the place at which the log opens has been shown, or if it opens at its end. */
  const isOpening = useRef(openAt !== null || choice.at === 'error');
  /** How many lines the log had when the whole of it was asked for; null while only the newest are read. */
  const [whole, setWhole] = useState<number | null>(isOpening.current ? 0 : null);
  const isWhole = whole !== null;
  const log = useLines(run, choice, isWhole);
  const [look, setLook] = useState<Look>({ times: false, wrap: false, labels: true });
  const [text, setText] = useState('');
  const [following, setFollowing] = useState(true);
  const [marked, setMarked] = useState<number | null>(null);
  const search = useMemo(() => textSearch(text), [log, text]);
  const matches = search.in(log);
  const trouble = useMemo(() => new LogSearch(isTrouble), [log]);
  const troubles = trouble.in(log);
  const opening = useMemo(() => new LogSearch((line) => isAt(openAt, line)), [log, openAt]);
  const view = useRef<{ show: (number: number) => void }>(null);
  const goTo = (number: number | undefined): void => {
    if (number === undefined) return;
    setFollowing(false);
    setMarked(number);
    view.current?.show(number);
  };
  const next = (numbers: readonly number[], step: 1 | -1): void => {
    const at = marked ?? (step === 1 ? -1 : Infinity);
    goTo(
      step === 1 ? (numbers.find((i) => i > at) ?? numbers[0]) : (numbers.findLast((i) => i < at) ?? numbers.at(-1)),
    );
  };
  useEffect(() => {
    if (!isOpening.current) return;
    const [first] = openAt === null ? troubles : opening.in(log);
    isOpening.current = first === undefined;
    goTo(first);
  });
  const { lines, omitted, dropped } = log;
  const all = omitted + dropped + lines.length;
  const readAll = (): void => {
    setWhole(all);
  };
  return (
    <div className="log-panel">
      <Group className="log-bar" gap="xs">
        <span className="live" data-on={log.state !== 'away'} role="status">
          {STATES[log.state]}
        </span>
        <span className="dim num">{sizeText(lines.length, all)}</span>
        {omitted > 0 && <Button onClick={readAll}>Read from the beginning</Button>}
        {dropped > 0 && <span className="dim">{countText(dropped, 'older line')} only in the download</span>}
        <TextInput
          type="search"
          w={170}
          placeholder="Search"
          aria-label="Search in the log"
          value={text}
          onChange={typed((text) => {
            setText(text);
            setMarked(null);
            // A text that is in the log must be found.
            if (text !== '' && omitted > 0) readAll();
          })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') next(matches, event.shiftKey ? -1 : 1);
          }}
        />
        {text !== '' && (
          <Matches
            count={matches.length}
            at={rankOf(matches, marked)}
            note={
              lines.length + dropped < (whole ?? 0)
                ? ' so far'
                : dropped > 0 && ` in the last ${countText(lines.length, 'line')}`
            }
            go={(step) => {
              next(matches, step);
            }}
          />
        )}
        <Button
          onClick={() => {
            next(troubles, 1);
          }}
        >
          Next error
        </Button>
        <Checkbox label="Follow" checked={following} onChange={checked(setFollowing)} />
        {(['times', 'wrap', 'labels'] as const).map((name) => (
          <Checkbox
            key={name}
            label={{ times: 'Times', wrap: 'Wrap', labels: 'Attempts' }[name]}
            checked={look[name]}
            onChange={checked((isOn) => {
              setLook({ ...look, [name]: isOn });
            })}
          />
        ))}
        <ActionButton act={() => download(run, choice)}>Download</ActionButton>
      </Group>
      <LogView
        key={String(isWhole)}
        ref={view}
        log={log}
        look={look}
        wanted={text}
        marked={marked}
        address={address}
        marks={[
          ['trouble', marksOf(troubles, log)],
          ['match', marksOf(matches, log)],
        ]}
        following={following}
        setFollowing={setFollowing}
      />
    </div>
  );
}

interface MatchesProps {
  readonly count: number;
  /** Which of them is shown, from 0. */
  readonly at: number | null;
  readonly note: string | false;
  readonly go: (step: 1 | -1) => void;
}

/** "3 of 111 found", and the way to the others. */
function Matches({ count, at, note, go }: MatchesProps): ReactElement {
  return (
    <>
      <span className="dim num" role="status">
        {at !== null && `${numberText(at + 1)} of `}
        {numberText(count)} found{note}
      </span>
      {([-1, 1] as const).map((step) => (
        <Button
          key={step}
          aria-label={step === 1 ? 'Next match' : 'Previous match'}
          disabled={count === 0}
          onClick={() => {
            go(step);
          }}
        >
          {step === 1 ? '↓' : '↑'}
        </Button>
      ))}
    </>
  );
}

/** "5,000 lines", "last 5,000 of 50,000 lines". */
const sizeText = (count: number, all: number): string =>
  count < all ? `last ${numberText(count)} of ${countText(all, 'line')}` : countText(count, 'line');

/** The whole log as a file, with its times. */
async function download(run: string, { task, index, attempt }: LogChoice): Promise<void> {
  const query = {
    timestamps: true,
    task,
    index: index && Number(index),
    attempt: attempt && Number(attempt),
  };
  const blob = await ok(
    api.GET('/runs/{id}/logs', {
      params: { path: { id: run }, query: query as never },
      headers: { accept: 'text/plain' },
      parseAs: 'blob',
    }),
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${run}.log`;
  link.click();
  URL.revokeObjectURL(link.href);
}
