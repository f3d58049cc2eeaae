import { useState, type ReactElement } from 'react';
import { Button } from '@mantine/core';
import type { DiffLine } from './diff.js';
import './diff.css';

/** Unchanged lines that are shown around a change. */
const AROUND = 3;
const MARKS = { same: ' ', added: '+', removed: '-' } as const;

/** Shows added and removed lines with a few lines around them. */
export function DiffView({ lines }: { readonly lines: readonly DiffLine[] }): ReactElement {
  const [whole, setWhole] = useState(false);
  const changed = lines.flatMap(({ kind }, i) => (kind === 'same' ? [] : [i]));
  if (changed.length === 0) return <p className="dim">There are no differences.</p>;
  const near = new Set(changed.flatMap((i) => Array.from({ length: 2 * AROUND + 1 }, (_, step) => i - AROUND + step)));
  return (
    <>
      <pre className="code diff" tabIndex={0} aria-label="Difference">
        {lines.map((line, i) =>
          whole || near.has(i) ? (
            <span key={i} data-kind={line.kind}>
              {MARKS[line.kind]} {line.text}
            </span>
          ) : near.has(i - 1) ? (
            <span key={i} className="dim">
              …
            </span>
          ) : null,
        )}
      </pre>
      <Button
        mt={8}
        onClick={() => {
          setWhole(!whole);
        }}
      >
        {whole ? 'Only the differences' : 'All lines'}
      </Button>
    </>
  );
}
