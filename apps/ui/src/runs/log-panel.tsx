/** A run's log of any length: follows it, searches it, and shows it. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { api, ok } from '../api/client.js';
import { ActionButton } from '../parts/action-button.js';
import { checked, typed } from '../parts/inputs.js';
import { countText, numberText } from '../parts/time-text.js';
import { LogLines, type LogChoice, type LogLine, type LogState } from './log-lines.js';
import { LogSearch, plainText } from './log-search.js';
import { LogView, type Look } from './log-view.js';
import './log.css';

const STATES: Readonly<Record<LogState, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  away: 'Reconnecting…',
  complete: 'Complete',
};
/** Words that usually occur in the line which names the failure. */
const TROUBLE = /\b(error|exception|fatal|panic|failed|failure|traceback|cannot|refused)\b/i;

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

const isTrouble = ({ stream, text }: LogLine): boolean => stream === 'stderr' || TROUBLE.test(plainText(text));

interface LogPanelProps {
  readonly run: string;
  readonly choice: LogChoice;
  /** Opens the log at its first line that names an error. */
  readonly seeks: boolean;
}

export function LogPanel({ run, choice, seeks }: LogPanelProps): ReactElement {
  /** How many lines the log had when the whole of it was asked for; null while only the newest are read. */
  const [whole, setWhole] = useState<number | null>(seeks ? 0 : null);
  const isWhole = whole !== null;
  const log = useLines(run, choice, isWhole);
  const [look, setLook] = useState<Look>({ times: false, wrap: false, labels: true });
  const [text, setText] = useState('');
  const [following, setFollowing] = useState(true);
  const [marked, setMarked] = useState<number | null>(null);
  const search = useMemo(() => new LogSearch(text), [log, text]);
  const matches = search.in(log);
  const view = useRef<{ show: (number: number) => void }>(null);
  const goTo = (number: number | undefined): void => {
    if (number === undefined) return;
    setFollowing(false);
    setMarked(number);
    view.current?.show(number);
  };
  const next = (step: 1 | -1): void => {
    const at = marked ?? (step === 1 ? -1 : Infinity);
    goTo(
      step === 1 ? (matches.find((i) => i > at) ?? matches[0]) : (matches.findLast((i) => i < at) ?? matches.at(-1)),
    );
  };
  /** The lines that were looked at for the first error; Infinity once it was found, or is not sought. */
  const sought = useRef(seeks ? 0 : Infinity);
  useEffect(() => {
    const { lines, dropped } = log;
    const news = lines.slice(Math.max(0, sought.current - dropped));
    const first = news.findIndex(isTrouble);
    sought.current = first < 0 ? Math.max(sought.current, dropped + lines.length) : Infinity;
    if (first >= 0) goTo(dropped + lines.length - news.length + first);
  });
  const toTrouble = (): void => {
    const { lines, dropped } = log;
    const after = lines.findIndex((line, i) => dropped + i > (marked ?? -1) && isTrouble(line));
    const next = after >= 0 ? after : lines.findIndex(isTrouble);
    if (next >= 0) goTo(dropped + next);
  };
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
            if (event.key === 'Enter') next(event.shiftKey ? -1 : 1);
          }}
        />
        {text !== '' && (
          <span className="dim num" role="status">
            {numberText(matches.length)} found
            {lines.length + dropped < (whole ?? 0)
              ? ' so far'
              : dropped > 0 && ` in the last ${countText(lines.length, 'line')}`}
          </span>
        )}
        <Button onClick={toTrouble}>Next error</Button>
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
        following={following}
        setFollowing={setFollowing}
      />
    </div>
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
