import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { itemsOf, lastSuccesses } from '../api/questions.js';
import { Lasting } from '../parts/time.js';

/** The age of the oldest last success: its job may fail, or nothing may start it. */
export function OldestSuccess(): ReactElement {
  const { data } = useInfiniteQuery(lastSuccesses({}, 1));
  const [oldest] = itemsOf(data);
  return (
    <Link to="/last-successes" className="tile card">
      <span className="dim">Oldest success</span>
      <strong className="num">
        {data === undefined ? '…' : oldest === undefined ? '–' : <Age of={oldest.lastSuccessAt} />}
      </strong>
    </Link>
  );
}

const Age = ({ of }: { readonly of: string | null }): ReactElement =>
  of === null ? <>never</> : <Lasting from={of} to={null} />;
