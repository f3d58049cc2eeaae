/** A run's log: follows it, searches it, and shows as much as there is, however long. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { AnsiUp } from 'ansi_up';
import { api, ok } from '../api/client.js';
import { useZone } from '../parts/clock.js';
import { refused } from '../parts/toasts.js';
import { clockText } from '../parts/time-text.js';
import { FIRST_LINES, LogLines, type LogChoice, type LogLine, type LogState } from './log-lines.js';
import './log.css';

const LINE_PX = 19;
const NEAR_END_PX = 40;
const STATES: Readonly<Record<LogState, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  away: 'Connecting again…',
  complete: 'Complete',
};
/** What usually stands in the line that says what went wrong. */
const TROUBLE = /\b(error|exception|fatal|panic|failed|failure|traceback|cannot|refused)\b/i;

interface Look {
  readonly times: boolean;
  readonly wrap: boolean;
  readonly labels: boolean;
}

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

/** Where the text occurs, as numbers of lines; counted again when there are more lines. */
function useMatches(log: LogLines, text: string): readonly number[] {
  const { version } = log;
  return useMemo(() => {
    const wanted = text.toLowerCase();
    if (wanted === '') return [];
    return log.lines.flatMap((line, i) => (line.text.toLowerCase().includes(wanted) ? [i] : []));
  }, [log, version, text]);
}

export function LogPanel({ run, choice }: { readonly run: string; readonly choice: LogChoice }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const log = useLines(run, choice, isWhole);
  const [look, setLook] = useState<Look>({ times: false, wrap: false, labels: true });
  const [text, setText] = useState('');
  const [following, setFollowing] = useState(true);
  const [marked, setMarked] = useState<number | null>(null);
  const matches = useMatches(log, text);
  const view = useRef<{ show: (line: number) => void }>(null);
  const goTo = (line: number | undefined): void => {
    if (line === undefined) return;
    setFollowing(false);
    setMarked(line);
    view.current?.show(line);
  };
  const next = (step: 1 | -1): void => {
    const at = marked ?? (step === 1 ? -1 : Infinity);
    goTo(
      step === 1 ? (matches.find((i) => i > at) ?? matches[0]) : (matches.findLast((i) => i < at) ?? matches.at(-1)),
    );
  };
  const toTrouble = (): void => {
    const from = marked ?? -1;
    const isTrouble = ({ stream, text: says }: LogLine): boolean => stream === 'stderr' || TROUBLE.test(says);
    const after = log.lines.findIndex((line, i) => i > from && isTrouble(line));
    goTo(after >= 0 ? after : orUndefined(log.lines.findIndex(isTrouble)));
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
        {log.dropped > 0 && <span className="dim">{log.dropped.toLocaleString('en')} older ones: download</span>}
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
        key={`${String(look.wrap)} ${String(isWhole)}`}
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

const orUndefined = (place: number): number | undefined => (place < 0 ? undefined : place);

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

interface View {
  readonly ref: React.Ref<{ show: (line: number) => void }>;
  readonly log: LogLines;
  readonly look: Look;
  readonly wanted: string;
  readonly marked: number | null;
  readonly following: boolean;
  readonly setFollowing: (following: boolean) => void;
}

function LogView({ ref, log, look, wanted, marked, following, setFollowing }: View): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const count = log.lines.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_PX,
    overscan: 30,
  });
  useEffect(() => {
    const shower = {
      show: (line: number) => {
        virtual.scrollToIndex(line, { align: 'center' });
      },
    };
    if (typeof ref === 'object' && ref !== null) ref.current = shower;
  }, [ref, virtual]);
  useEffect(() => {
    if (following && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [following, count, virtual]);
  const onUserScroll = (): void => {
    const { current } = frame;
    if (current === null) return;
    const isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END_PX;
    if (isAtEnd !== following) setFollowing(isAtEnd);
  };
  const several = useMemo(() => new Set(log.lines.slice(0, 2_000).map(({ label }) => label)).size > 1, [log, count]);
  return (
    <div
      ref={frame}
      className={look.wrap ? 'log log-wrap' : 'log'}
      style={{ height: `clamp(140px, ${virtual.getTotalSize() + 40}px, min(62vh, 720px))` }}
      role="log"
      aria-label="Output"
      aria-live="off"
      tabIndex={0}
      onWheel={onUserScroll}
      onTouchMove={onUserScroll}
      onKeyUp={onUserScroll}
    >
      {count === 0 && (
        <p className="dim log-empty">{log.state === 'complete' ? 'It has written nothing.' : 'No output yet.'}</p>
      )}
      <div style={{ height: virtual.getTotalSize(), position: 'relative', minWidth: '100%' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = log.lines[index];
          return (
            line && (
              <div
                key={index}
                data-index={index}
                ref={look.wrap ? virtual.measureElement : undefined}
                className="log-line"
                data-stream={line.stream}
                data-marked={index === marked}
                style={{ transform: `translateY(${start}px)` }}
              >
                <LineText line={line} look={look} several={several} wanted={wanted} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const ansi = new AnsiUp();
ansi.use_classes = true;
ansi.escape_html = true;
// The beginning of a colour.
const COLOUR = '\u001b[';

function LineText({
  line,
  look,
  several,
  wanted,
}: {
  readonly line: LogLine;
  readonly look: Look;
  readonly several: boolean;
  readonly wanted: string;
}): ReactElement {
  const zone = useZone();
  return (
    <>
      {look.times && <span className="log-at">{clockText(Date.parse(line.at), zone)} </span>}
      {look.labels && several && <span className="log-label">{line.label} </span>}
      {line.text.includes(COLOUR) ? (
        // The text is escaped by ansi_up; what it adds are its own classes.
        <span dangerouslySetInnerHTML={{ __html: ansi.ansi_to_html(line.text) }} />
      ) : (
        <Marked text={line.text} wanted={wanted} />
      )}
    </>
  );
}

/** The text with what was searched for marked in it. */
function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }): ReactElement {
  if (wanted === '') return <span>{text || ' '}</span>;
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return <span>{text || ' '}</span>;
  return (
    <span>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </span>
  );
}

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
