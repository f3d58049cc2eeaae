/** Tenants: their quotas, the use of their limits, and the runs that hold permits or wait for one. */
import { useState, type ReactElement } from 'react';
import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, ofId, ok, refresh, type Schemas, type Tenant, useRights } from '../api/client.js';
import { limitsOf, tenantsList } from '../api/questions.js';
import { jsonOf } from '../jobs/run-dialog.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { CodeField } from '../parts/fields.js';
import { ListPage } from '../parts/list-page.js';
import { JobLink, RunLink } from '../parts/objects.js';
import { Card, jsonText } from '../parts/page.js';
import { actionsColumn, column, Listing, type Column } from '../parts/table.js';
import { numberText, secondsText } from '../parts/time-text.js';
import { When } from '../parts/time.js';

type Limit = Schemas['ListLimitsAnswer']['items'][number];

const REFRESH_MS = 5_000;
const archiveText = ({ archiveSeconds }: Tenant['retention']): string =>
  archiveSeconds === 0 ? '' : `, then ${secondsText(archiveSeconds)} in the archive`;
const sizeText = (size: number | null): string => (size === null ? 'no limit' : numberText(size));

export function TenantsPage(): ReactElement {
  const query = useQuery(tenantsList());
  const { isAdmin } = useRights();
  const [chosen, setChosen] = useState<string | null>(null);
  const columns: readonly Column<Tenant>[] = [
    column(
      'Tenant',
      ({ id, name }) => (
        <div>
          {name} <code className="dim">{id}</code>
        </div>
      ),
      'main',
    ),
    column('Max active runs', ({ maxActiveRuns }) => sizeText(maxActiveRuns), 'right num'),
    column('Max jobs', ({ maxJobs }) => sizeText(maxJobs), 'right num'),
    column('Namespace', ({ namespace }) => namespace ?? ''),
    column(
      'Retention of runs',
      ({ retention }) =>
        `${retention.successful} successful, ${retention.failed} failed, for ${secondsText(retention.maxAgeSeconds)}${archiveText(retention)}`,
    ),
    actionsColumn((tenant) => (
      <>
        <Button
          aria-expanded={chosen === tenant.id}
          onClick={() => {
            setChosen(chosen === tenant.id ? null : tenant.id);
          }}
        >
          Limits
        </Button>
        <Link to="/jobs" search={{ tenant: tenant.id }}>
          Jobs
        </Link>
        {isAdmin && <Button onClick={opens(<TenantDialog tenant={tenant} />)}>Edit…</Button>}
      </>
    )),
  ];
  const only = query.data?.items.length === 1 ? query.data.items[0]?.id : null;
  const open = chosen ?? only;
  return (
    <ListPage
      title="Tenants"
      actions={
        isAdmin && (
          <Button variant="filled" onClick={opens(<TenantDialog tenant={null} />)}>
            New tenant
          </Button>
        )
      }
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      empty="You have no role in any tenant."
    >
      {open && <Limits key={open} tenant={open} />}
    </ListPage>
  );
}

const LIMIT_COLUMNS: readonly Column<Limit>[] = [
  column('Limit', ({ group }) => (group === null ? 'All runs of the tenant' : `Group ${group}`), 'main'),
  column('In use', ({ held, size }) => (
    <span className="num">
      {numberText(held)} {size === null ? '(no limit)' : `of ${sizeText(size)}`}
      {size !== null && <Progress size="xs" miw={90} value={(100 * held) / Math.max(1, size)} aria-label="In use" />}
    </span>
  )),
  column('Holders', ({ holders }) => <Permits of={holders} />, 'wrap'),
  column(
    'Waiting',
    ({ waiting, moreWait }) => (
      <>
        <Permits of={waiting} />
        {moreWait && <span className="dim"> and more</span>}
      </>
    ),
    'wrap',
  ),
];

const MAX_PERMITS = 10;

const Permits = ({ of }: { readonly of: Limit['holders'] }): ReactElement => (
  <div>
    {of.length === 0 && <span className="dim">none</span>}
    {of.slice(0, MAX_PERMITS).map(({ run, job, since }) => (
      <div key={run}>
        <JobLink id={job} /> <RunLink id={run} />{' '}
        <span className="dim">
          <When at={since} />
        </span>
      </div>
    ))}
    {of.length > MAX_PERMITS && <span className="dim">and {of.length - MAX_PERMITS} more</span>}
  </div>
);

function Limits({ tenant }: { readonly tenant: string }): ReactElement {
  const query = useQuery({ ...limitsOf(tenant), refetchInterval: REFRESH_MS });
  return (
    <Card flush title={`Limits of ${tenant}`}>
      <Listing
        caption={`Limits of ${tenant}`}
        query={query}
        columns={LIMIT_COLUMNS}
        keyOf={({ group }) => group ?? ''}
      />
    </Card>
  );
}

/** A tenant is edited as JSON: it has many fields, and few people ever change them. */
function TenantDialog({ tenant }: { readonly tenant: Tenant | null }): ReactElement {
  const { id: _id, createdAt: _createdAt, ...content } = tenant ?? ({} as Partial<Tenant>);
  const start = tenant === null ? { id: 'new-tenant', name: 'New tenant', maxActiveRuns: 100, groups: {} } : content;
  const [text, setText] = useState(jsonText(start));
  return (
    <Dialog
      title={tenant === null ? 'New tenant' : `Tenant ${tenant.id}`}
      confirm="Save"
      size="lg"
      onConfirm={async () => {
        const body = jsonOf(text) as never;
        if (tenant === null) await ok(api.POST('/tenants', { body }));
        else await ok(api.PATCH('/tenants/{id}', { ...ofId(tenant.id), body }));
        for (const key of ['tenants', 'limits']) await refresh(key);
        return 'The tenant is saved.';
      }}
    >
      <CodeField
        label="Tenant as JSON; null removes a limit"
        minRows={8}
        maxRows={24}
        value={text}
        onChange={setText}
      />
    </Dialog>
  );
}
