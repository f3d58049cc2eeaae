import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { itemsOf, lastSuccesses } from '../api/questions.js';
import { Lasting } from '../parts/time.js';

/** The job that has not succeeded for longest, in a word: it may be one that fails, or one that nothing starts. */
export function OldestSuccess(): ReactElement {
  const { data } = useInfiniteQuery(lastSuccesses({}, 1));
  const [oldest] = data ? itemsOf(data) : [];
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
