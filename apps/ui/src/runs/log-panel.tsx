/** A run's log of any length: follows it, searches it, and shows it. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { api, ok } from '../api/client.js';
import { refused } from '../parts/toasts.js';
import { FIRST_LINES, LogLines, type LogChoice, type LogLine, type LogState } from './log-lines.js';
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

export function LogPanel({ run, choice }: { readonly run: string; readonly choice: LogChoice }): ReactElement {
  const [isWhole, setWhole] = useState(false);
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
  const toTrouble = (): void => {
    const { lines, dropped } = log;
    const isTrouble = ({ stream, text: says }: LogLine): boolean =>
      stream === 'stderr' || TROUBLE.test(plainText(says));
    const after = lines.findIndex((line, i) => dropped + i > (marked ?? -1) && isTrouble(line));
    const found = after >= 0 ? after : lines.findIndex(isTrouble);
    if (found >= 0) goTo(dropped + found);
  };
  const hasOlder = !isWhole && log.lines.length >= FIRST_LINES;
  return (
    <div className="log-panel">
      <Group className="log-bar" gap="xs">
        <span className="live" data-on={log.state !== 'away'} role="status">
          {STATES[log.state]}
        </span>
        <span className="dim num">{log.lines.length.toLocaleString('en')} lines</span>
        {hasOlder && (
          <Button
            onClick={() => {
              setWhole(true);
            }}
          >
            Read from the beginning
          </Button>
        )}
        {log.dropped > 0 && (
          <span className="dim">{log.dropped.toLocaleString('en')} older lines only in the download</span>
        )}
        <TextInput
          type="search"
          w={170}
          placeholder="Search"
          aria-label="Search in the log"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMarked(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') next(event.shiftKey ? -1 : 1);
          }}
        />
        {text !== '' && (
          <span className="dim num" role="status">
            {matches.length} found
          </span>
        )}
        <Button onClick={toTrouble}>Next error</Button>
        <Toggle label="Follow" on={following} set={setFollowing} />
        {(['times', 'wrap', 'labels'] as const).map((name) => (
          <Toggle
            key={name}
            label={{ times: 'Times', wrap: 'Wrap', labels: 'Attempts' }[name]}
            on={look[name]}
            set={(on) => {
              setLook({ ...look, [name]: on });
            }}
          />
        ))}
        <Button onClick={() => void download(run, choice).catch(refused)}>Download</Button>
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

const Toggle = (toggle: {
  readonly label: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}): ReactElement => (
  <Checkbox
    size="xs"
    label={toggle.label}
    checked={toggle.on}
    onChange={({ currentTarget }) => {
      toggle.set(currentTarget.checked);
    }}
  />
);

/** The whole log as a file, with its times. */
async function download(run: string, { task, index, attempt }: LogChoice): Promise<void> {
  const query = {
    timestamps: true,
    ...(task !== undefined && { task }),
    ...(index !== undefined && { index: Number(index) }),
    ...(attempt !== undefined && { attempt: Number(attempt) }),
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
