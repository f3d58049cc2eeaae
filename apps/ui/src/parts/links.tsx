/** Links to objects that have a page of their own. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';

export const JobLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/jobs/$id" params={{ id }}>
    {children ?? id}
  </Link>
);

/** A long id is shortened to its end, in which ids differ. */
export function shortId(id: string): string {
  // The ids of all runs of a backfill have the same end; they differ in their slots.
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
