/** Links to what has a page of its own. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';

export const JobLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/jobs/$id" params={{ id }}>
    {children ?? id}
  </Link>
);

/** The end of a long id is what tells it from others. */
export function shortId(id: string): string {
  // All runs of a backfill end alike: their slots tell them apart.
  const [, slot] = /-(\d+)-b[0-9a-z]+$/.exec(id) ?? [];
  if (slot !== undefined) return `…${slot}-b`;
  return id.length > 14 ? `…${id.slice(-12)}` : id;
}

export const RunLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/runs/$id" params={{ id }} className="mono nowrap" title={id}>
    {children ?? shortId(id)}
  </Link>
);

export const ErrorLink = ({ id, children }: { readonly id: string; readonly children: ReactNode }): ReactElement => (
  <Link to="/errors/$id" params={{ id }}>
    {children}
  </Link>
);
