/** The audit log: who changed what, and a check that the log was not changed. */
import { useState, type ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api, ok, type Schemas, useRights } from '../api/client.js';
import { auditList, type AuditEntry, type AuditFilter } from '../api/questions.js';
import { textsOf, useFilters } from '../app/search.js';
import { ActionButton } from '../parts/action-button.js';
import { TenantFilter, TextFilter } from '../parts/choices.js';
import { ListPage } from '../parts/list-page.js';
import { JobLink, RunLink, State } from '../parts/objects.js';
import { MayNot, Page } from '../parts/page.js';
import { column, plainColumn, type Column } from '../parts/table.js';
import { numberText } from '../parts/time-text.js';
import { Short } from '../parts/time.js';

const route = getRouteApi('/audit');

const columns: readonly Column<AuditEntry>[] = [
  column('Time', ({ at }) => <Short at={at} />, 'tight'),
  column('Who', ({ actor, role }) => `${actor}${role === null ? '' : ` (${role})`}`, 'main'),
  column('Action', ({ action, refusedWith }) => (
    <span>
      {action} {refusedWith !== null && <State tone="bad">{`refused: ${refusedWith}`}</State>}
    </span>
  )),
  column('Object', ({ object }) => <Target object={object} />, 'mono wrap'),
  column('Detail', ({ detail }) => <Detail detail={detail} />, 'wrap dim'),
  plainColumn('Tenant', 'tenant'),
  plainColumn('Address', 'address', 'mono dim'),
];

/** A link if the object has a page. */
function Target({ object }: Pick<AuditEntry, 'object'>): ReactElement {
  const [, kind, id = ''] = /^(job|run)\/(.+)$/.exec(object) ?? [];
  if (kind === 'job') return <JobLink id={id} />;
  if (kind === 'run') return <RunLink id={id} />;
  return <>{object}</>;
}

/** Shortens long ids of runs, and links to the runs. */
function Detail({ detail }: Pick<AuditEntry, 'detail'>): ReactElement {
  const [, before, run, after] = /^(.*\brun )([0-9a-z]{26})\b(.*)$/.exec(detail ?? '') ?? [];
  if (run === undefined) return <>{detail}</>;
  return (
    <>
      {before}
      <RunLink id={run} />
      {after}
    </>
  );
}

export function AuditPage(): ReactElement {
  const { may } = useRights();
  if (may('owner')) return <Audit />;
  return (
    <Page title="Audit log">
      <MayNot act="see the audit log" role="owner" back={<Link to="/">To the overview</Link>} />
    </Page>
  );
}

function Audit(): ReactElement {
  const search = textsOf('tenant', 'action', 'object')(route.useSearch());
  const query = useInfiniteQuery(auditList(search));
  const filterBy = useFilters<AuditFilter>(search);
  return (
    <ListPage
      title="Audit log"
      actions={<Verify tenant={search.tenant} />}
      filters={
        <>
          <TenantFilter isAlwaysVisible {...filterBy('tenant')} />
          <TextFilter label="Action" placeholder="replaceJob" {...filterBy('action')} />
          <TextFilter label="Object" placeholder="job/nightly" width={200} {...filterBy('object')} />
        </>
      }
      query={query}
      lines={10}
      caption="Audit log, newest first"
      columns={columns}
      keyOf={({ id }) => id}
      empty="No entry matches the filter."
    />
  );
}

type Verdict = Schemas['VerifyAuditAnswer'];

/** Verifies the whole chain of entries, page by page. */
function Verify({ tenant }: { readonly tenant: string | undefined }): ReactElement {
  const { isAdmin } = useRights();
  const [result, setResult] = useState<{ text: string; intact: boolean } | null>(null);
  const verify = async (): Promise<void> => {
    let after: number | null = 0;
    let entries = 0;
    const problems: Verdict['problems'] = [];
    while (after !== null) {
      const verdict: Verdict = await ok(api.GET('/audit/verify', { params: { query: { after, tenant } } }));
      entries += verdict.entries;
      problems.push(...verdict.problems);
      after = verdict.next;
    }
    const intact = problems.length === 0;
    const first = problems.slice(0, 5).map(({ seq, problem }) => `${seq} ${problem}`);
    setResult({
      intact,
      text: intact
        ? `None of the ${numberText(entries)} entries was removed or changed.`
        : `The audit log was changed: ${first.join(', ')}`,
    });
  };
  return (
    <>
      {result !== null && <State tone={result.intact ? 'good' : 'bad'}>{result.text}</State>}
      {(tenant !== undefined || isAdmin) && <ActionButton act={verify}>Verify</ActionButton>}
    </>
  );
}
