/** Links to what has a page of its own. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';

export const JobLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/jobs/$id" params={{ id }}>
    {children ?? id}
  </Link>
);

/** The end of a long id is what tells it from others. */
export const shortId = (id: string): string => (id.length > 14 ? `…${id.slice(-12)}` : id);

export const RunLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/runs/$id" params={{ id }} className="mono nowrap" title={id}>
    {children ?? shortId(id)}
  </Link>
);
