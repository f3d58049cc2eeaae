import type { ReactElement } from 'react';
import { Link } from '@tanstack/react-router';
import { State } from '../parts/state.js';

/** Whether all services and dependencies are available. */
export const Health = ({ away }: { readonly away: readonly string[] | null }): ReactElement => (
  <Link to="/system" className="tile card">
    <span className="dim">Health</span>
    {away === null ? (
      <span className="dim">…</span>
    ) : (
      <State tone={away.length === 0 ? 'good' : 'bad'}>
        {away.length === 0 ? 'Healthy' : `Unavailable: ${away.join(', ')}`}
      </State>
    )}
  </Link>
);
