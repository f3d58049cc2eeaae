/** Links to objects that have a page of their own. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { shortId } from './short-id.js';

export const JobLink = ({ id, children }: { readonly id: string; readonly children?: ReactNode }): ReactElement => (
  <Link to="/jobs/$id" params={{ id }}>
    {children ?? id}
  </Link>
);

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
