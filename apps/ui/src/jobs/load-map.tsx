/** At which minutes of the hour the jobs of a tenant start. Offers `H` if many jobs start together. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ok } from '../api/client.js';
import { ProblemText } from '../parts/page.js';
import './load-map.css';

/** From this number on, jobs that start at the same minute delay each other. */
const MANY = 3;
const LABELS = [0, 15, 30, 45];

interface Shown {
  readonly cron: string;
  readonly tenant: string;
  readonly spread: (cron: string) => void;
}

export function LoadMap({ cron, tenant, spread }: Shown): ReactElement | null {
  const { data, error } = useQuery({
    queryKey: ['schedule-load', tenant],
    enabled: tenant !== '',
    staleTime: 10_000,
    queryFn: () => ok(api.GET('/schedules/load', { params: { query: { tenant } } })),
  });
  if (error !== null)
    return (
      <p role="alert" className="tone-bad load-note">
        <ProblemText error={error} />
      </p>
    );
  if (data === undefined) return null;
  const [minute, ...others] = cron.trim().split(/\s+/);
  const own = minute !== undefined && /^\d+$/.test(minute) && others.length === 4 ? Number(minute) : null;
  const most = Math.max(1, ...data.minutes);
  const same = own === null ? 0 : (data.minutes[own] ?? 0);
  return (
    <figure className="load">
      <div className="load-bars" role="img" aria-label={summaryOf(data.minutes)}>
        {data.minutes.map((jobs, at) => (
          <i
            key={at}
            data-own={at === own || undefined}
            title={`minute ${at}: ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`}
            style={{ height: `${Math.max(jobs === 0 ? 0 : 6, (100 * jobs) / most)}%` }}
          />
        ))}
      </div>
      <div className="load-labels" aria-hidden>
        {LABELS.map((at) => (
          <span key={at}>:{String(at).padStart(2, '0')}</span>
        ))}
      </div>
      <figcaption className="dim">
        Jobs of this tenant by the minute at which they start next{data.isPartial ? ' (not all are counted)' : ''}.
      </figcaption>
      {same >= MANY && (
        <p role="note" className="load-note">
          {same} jobs of this tenant start at minute {own}.{' '}
          <Button
            onClick={() => {
              spread(['H', ...others].join(' '));
            }}
          >
            Spread: choose a minute for this job (H)
          </Button>
        </p>
      )}
    </figure>
  );
}

function summaryOf(minutes: readonly number[]): string {
  const most = Math.max(...minutes);
  const all = minutes.reduce((sum, jobs) => sum + jobs, 0);
  if (all === 0) return 'No job of this tenant starts within 24 hours.';
  return `${all} jobs start within 24 hours. Most of them (${most}) start at minute ${minutes.indexOf(most)} of the hour.`;
}
