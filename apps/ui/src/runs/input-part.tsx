/** The inputs of a run: parameters, options and job storage; and the job storage that it saved for the next run. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RunDetail } from '../api/client.js';
import { itemsOf, storageVersionsOf } from '../api/questions.js';
import { DiffView } from '../parts/diff-view.js';
import { diffLines } from '../parts/diff.js';
import { Card, Facts, Json, jsonText, Loaded } from '../parts/page.js';
import { When } from '../parts/time.js';
import { storageAround } from './storage-around.js';

const optionText = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(String).join(', ') : JSON.stringify(value);

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

export function InputPart({ run }: { readonly run: RunDetail }): ReactElement {
  const options = Object.entries(run.options);
  return (
    <div className="page">
      <div className="columns">
        <Card title="Parameters">
          {isNothing(run.parameters) ? (
            <p className="dim">The run has no parameters.</p>
          ) : (
            <Json label="Parameters as JSON" value={run.parameters} />
          )}
        </Card>
        <Card title="Options">
          {options.length === 0 ? (
            <p className="dim">The job has no options.</p>
          ) : (
            <Facts of={options.map(([name, value]) => [name, <code key={name}>{optionText(value)}</code>] as const)} />
          )}
        </Card>
      </div>
      {run.requests !== null && <RequestsOfRun requests={run.requests} items={run.items} />}
      <StorageOfRun run={run} />
    </div>
  );
}

function RequestsOfRun({
  requests,
  items,
}: {
  readonly requests: NonNullable<RunDetail['requests']>;
  readonly items: RunDetail['items'];
}): ReactElement {
  const { count, first, last } = requests;
  const between = count - first.length - last.length;
  const named = (list: typeof first): ReactElement[] =>
    list.map(({ id, at, trigger, requestedBy }) => (
      <li key={id}>
        <When at={at} />, {trigger}
        {requestedBy !== null && `, by ${requestedBy}`}
      </li>
    ));
  return (
    <Card title={count === 1 ? 'Request of this run' : `${count} requests of this run`}>
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {named(first)}
        {between > 0 && <li className="dim">… {between} more</li>}
        {named(last)}
      </ul>
      {items !== null && <Json label="Collected items as JSON" value={items} />}
    </Card>
  );
}

function StorageOfRun({ run }: { readonly run: RunDetail }): ReactElement {
  const query = useInfiniteQuery(storageVersionsOf(run.job));
  return (
    <Card title="Job storage, before and after">
      <Loaded query={query}>
        {(data) => {
          const { before, after, isOlder } = storageAround(itemsOf(data), run);
          if (after !== null)
            return (
              <DiffView
                lines={diffLines(
                  before === null ? '' : jsonText(before.value),
                  after.deleted ? '' : jsonText(after.value),
                )}
              />
            );
          if (isOlder && query.hasNextPage)
            return (
              <p className="dim">
                The value has been overwritten since this run: see the earlier versions on the page of the job.
              </p>
            );
          return (
            <>
              <p className="dim" style={{ marginTop: 0 }}>
                {before === null
                  ? 'The job storage was empty, and the run saved nothing.'
                  : 'The run saved nothing. It started with:'}
              </p>
              {before !== null && <Json label="Job storage before the run" value={before.value} />}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
