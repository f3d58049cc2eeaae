/** A virtual list of log lines: only visible lines are in the page, and the cost of a new line does not depend on their number. */
import {
  memo,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
  type Ref,
  type RefObject,
} from 'react';
import { useRouter } from '@tanstack/react-router';
import { AnsiUp } from 'ansi_up';
import { onlyColours, RESET, shownLine } from '#common/domain/terminal-commands.js';
import { useSetSearch } from '../app/search.js';
import { clockText } from '../parts/time-text.js';
import { useZone } from '../parts/time.js';
import { addressOf, isAt, type LogAddress } from './log-address.js';
import { LinePlaces, rowsOf } from './line-places.js';
import type { LogLine, LogLines } from './log-lines.js';
import { linkParts } from './log-links.js';
import { markedParts, plainText } from './log-search.js';

export interface Look {
  readonly times: boolean;
  readonly wrap: boolean;
  readonly labels: boolean;
}

/** These sizes are passed to the style sheet. */
const LINE_PX = 19;
const PADDING_PX = 12;
/** The maximum height of the frame. */
const FRAME_PX = 720;
const NEAR_END_PX = 40;
/** Rows rendered before and after the visible ones; scrolling by a third of them renders again. */
const MORE_ROWS = 30;
const STEP_PX = 10 * LINE_PX;
const MIN_COLUMNS = 20;
/** The width of the numbers of lines. */
const NUMBER_COLUMNS = 8;

const SIZES = {
  '--log-line': `${LINE_PX}px`,
  '--log-padding': `${PADDING_PX}px`,
  '--log-number': `${NUMBER_COLUMNS}ch`,
} as CSSProperties;

interface View {
  readonly ref: Ref<{ show: (number: number) => void }>;
  readonly log: LogLines;
  readonly look: Look;
  readonly wanted: string;
  /** Numbers of lines are counted from the first line ever received. */
  readonly marked: number | null;
  readonly address: LogAddress | null;
  /** Marks beside the scroll bar: parts of the height, by kind. */
  readonly marks: readonly (readonly [kind: string, places: readonly number[]])[];
  readonly following: boolean;
  readonly setFollowing: (following: boolean) => void;
}

export function LogView({
  ref,
  log,
  look,
  wanted,
  marked,
  address,
  marks,
  following,
  setFollowing,
}: View): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const { lines, dropped } = log;
  const labels = look.labels && log.isMixed;
  const places = usePlaces(frame, log, { ...look, labels });
  const { rows } = places.fillTo(lines.length);
  const see = (scrollTop: number): void => {
    setTop(Math.floor(scrollTop / STEP_PX) * STEP_PX);
  };
  useImperativeHandle(ref, () => ({
    show: (number) => {
      const { current } = frame;
      if (current === null) return;
      current.scrollTop = places.topOf(number - log.dropped) * LINE_PX - current.clientHeight / 2;
      see(current.scrollTop);
    },
  }));
  const end = useRef(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    if (following) end.current = current.scrollTop = current.scrollHeight;
    else see(current.scrollTop);
  }, [following, rows]);
  const gone = useRef(dropped);
  useLayoutEffect(() => {
    // The lines that are being read stay visible; a wrapped log moves a little.
    if (frame.current !== null && !following) frame.current.scrollTop -= (dropped - gone.current) * LINE_PX;
    gone.current = dropped;
  }, [dropped, following]);
  const onScroll = (): void => {
    const { current } = frame;
    if (current === null) return;
    if (!following) see(current.scrollTop);
    // The position is above the one that was set, so a person moves the scrollbar.
    else if (current.scrollTop < end.current - current.clientHeight - NEAR_END_PX) setFollowing(false);
  };
  const onUserScroll = (): void => {
    const { current } = frame;
    if (current === null) return;
    const isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END_PX;
    if (isAtEnd !== following) setFollowing(isAtEnd);
  };
  const seen = following ? Math.max(0, rows * LINE_PX - FRAME_PX) : top;
  const first = places.at(Math.floor(seen / LINE_PX) - MORE_ROWS);
  const last = places.at(Math.ceil((seen + FRAME_PX + STEP_PX) / LINE_PX) + MORE_ROWS);
  const addresses = useAddresses(address);
  return (
    <div className="log-frame" style={SIZES}>
      <div
        ref={frame}
        className={look.wrap ? 'log log-wrap' : 'log'}
        style={{
          height: `clamp(140px, ${Math.min(rows * LINE_PX, FRAME_PX) + 40}px, min(62vh, ${FRAME_PX}px))`,
        }}
        role="log"
        aria-label="Output"
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
        onWheel={onUserScroll}
        onTouchMove={onUserScroll}
        onPointerUp={onUserScroll}
        onKeyUp={onUserScroll}
      >
        {lines.length === 0 && (
          <p className="dim log-empty">
            {log.state === 'complete' ? 'There is no output.' : 'There is no output yet.'}
          </p>
        )}
        <div style={{ height: rows * LINE_PX, position: 'relative', minWidth: '100%' }}>
          <div className="log-lines" style={{ transform: `translateY(${places.topOf(first) * LINE_PX}px)` }}>
            {lines.slice(first, last + 1).map((line, i) => {
              const number = dropped + first + i;
              return (
                <div
                  key={number}
                  className="log-line"
                  data-stream={line.stream}
                  data-marked={number === marked || isAt(address, line)}
                >
                  <LineNumber line={line} addresses={addresses} />
                  <LineText line={line} times={look.times} labels={labels} wanted={wanted} />
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <div className="log-marks" aria-hidden>
        {marks.map(([kind, places]) =>
          places.map((place) => <i key={`${kind} ${place}`} data-kind={kind} style={{ top: `${100 * place}%` }} />),
        )}
      </div>
    </div>
  );
}

interface Addresses {
  readonly hrefOf: (line: LogLine) => string;
  /** Makes the address of the page that of the line; with `extend`, of all lines from the present address to it. */
  readonly choose: (line: LogLine, extend: boolean) => void;
}

/** It stays the same, so that lines are not drawn again. */
function useAddresses(address: LogAddress | null): Addresses {
  const router = useRouter();
  const set = useSetSearch<{ readonly line: string }>();
  const latest = useRef({ address, set });
  latest.current = { address, set };
  return useMemo(
    () => ({
      hrefOf: (line) => {
        const search = (before: object): object => ({ ...before, line: addressOf(line) });
        return router.history.createHref(router.buildLocation({ to: '.', search: search as never }).href);
      },
      choose: (line, extend) => {
        latest.current.set({ line: addressOf(line, extend ? latest.current.address : null) });
      },
    }),
    [router],
  );
}

interface NumberOf {
  readonly line: LogLine;
  readonly addresses: Addresses;
}

/** The number is no text of the page, so that it is not copied with the lines. */
const LineNumber = memo(function LineNumber({ line, addresses }: NumberOf): ReactElement {
  return (
    <a
      className="log-number"
      href={addresses.hrefOf(line)}
      aria-label={`Line ${line.seq}`}
      data-number={line.seq}
      // A hundred of them would stand between the log and what follows it.
      tabIndex={-1}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        addresses.choose(line, event.shiftKey);
      }}
    />
  );
});

/** The places of the lines, recomputed when the look of all lines changes, or the width of a wrapped log. */
function usePlaces(frame: RefObject<HTMLDivElement | null>, log: LogLines, { wrap, times, labels }: Look): LinePlaces {
  const zone = useZone();
  const columns = useColumns(frame, wrap);
  const { lines, dropped } = log;
  return useMemo(() => {
    if (!wrap) return new LinePlaces(() => 1);
    const widthOf = pen === null ? () => 1 : columnsOf(pen);
    const timeColumns = times ? clockText(0, zone).length + 1 : 0;
    return new LinePlaces((i) => {
      const line = lines[i];
      if (line === undefined) return 1;
      const used = NUMBER_COLUMNS + timeColumns + (labels ? line.label.length + 1 : 0);
      return rowsOf(plainText(line.text), used, { columns, widthOf });
    });
    // The lines are always the same array; when `dropped` changes, lines were removed from its front.
  }, [wrap, times, labels, zone, columns, lines, dropped]);
}

const pen = document.createElement('canvas').getContext('2d');
/** Marks that join the letter before them: the browser draws both as one. */
const JOINED = /^[\p{M}\p{Cf}\p{Emoji_Modifier}]$/u;

/** The width of letters in columns: ideographs, emoji and letters of other fonts are not as wide as a monospaced letter. */
function columnsOf(pen: CanvasRenderingContext2D): (letter: string) => number {
  const column = pen.measureText('0').width;
  const widths = new Map<string, number>();
  return (letter) => {
    const width = widths.get(letter) ?? (JOINED.test(letter) ? 0 : pen.measureText(letter).width / column);
    widths.set(letter, width);
    return width;
  };
}

/** The number of columns in a row of the frame, and the pen that measures its letters. */
function useColumns(frame: RefObject<HTMLDivElement | null>, isNeeded: boolean): number {
  const [columns, setColumns] = useState(100);
  useEffect(() => {
    const { current } = frame;
    if (!isNeeded || current === null || pen === null) return;
    pen.font = getComputedStyle(current).font;
    const width = pen.measureText('0').width;
    const observer = new ResizeObserver(() => {
      setColumns(Math.max(MIN_COLUMNS, (current.clientWidth - 2 * PADDING_PX) / width));
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [frame, isNeeded]);
  return columns;
}

const ansi = new AnsiUp();
ansi.use_classes = true;
ansi.escape_html = true;
// The start of an escape sequence.
const COLOUR = '\u001b[';

interface Text {
  readonly line: LogLine;
  readonly times: boolean;
  readonly labels: boolean;
  readonly wanted: string;
}

const LineText = memo(function LineText({ line, times, labels, wanted }: Text): ReactElement {
  const zone = useZone();
  const plain = plainText(line.text);
  const parts = wanted === '' ? [plain] : markedParts(plain, wanted);
  return (
    <>
      {times && <span className="log-at">{clockText(Date.parse(line.at), zone)} </span>}
      {labels && <span className="log-label">{line.label} </span>}
      {parts.length > 1 ? (
        <span>{parts.map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part))}</span>
      ) : line.text.includes(COLOUR) ? (
        // A colour that is not ended in a line does not continue in the next line.
        <Linked parts={linkParts(onlyColours(shownLine(line.text)) + RESET)} isColoured />
      ) : (
        <Linked parts={linkParts(plain || ' ')} />
      )}
    </>
  );
});

interface LinkedProps {
  /** The second, the fourth and so on are addresses of web pages. */
  readonly parts: readonly string[];
  readonly isColoured?: boolean;
}

function Linked({ parts, isColoured = false }: LinkedProps): ReactElement {
  // `ansi_up` escapes the text, adds only its own classes, and continues with the colour of the part before.
  const texts = parts.map((part, i) =>
    isColoured ? (
      <span key={i} dangerouslySetInnerHTML={{ __html: ansi.ansi_to_html(part) }} />
    ) : (
      <span key={i}>{part}</span>
    ),
  );
  return (
    <>
      {texts.map((text, i) =>
        i % 2 === 0 ? (
          text
        ) : (
          <a key={i} href={parts[i]} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ),
      )}
    </>
  );
}
