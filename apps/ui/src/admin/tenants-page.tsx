/** Tenants: their quotas, the use of their limits, and the runs that hold permits or wait for one. */
import { useState, type ReactElement } from 'react';
import { Button, Progress, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { tenantsList } from '../api/questions.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { JobLink, RunLink } from '../parts/links.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { List, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { durationText } from '../parts/time-text.js';
import { jsonOf } from '../jobs/run-dialog.js';

type Tenant = Schemas['Tenant'];
type Limit = Schemas['ListLimitsAnswer']['items'][number];

const REFRESH_MS = 5_000;
const archiveText = ({ archiveSeconds }: Tenant['retention']): string =>
  archiveSeconds === 0 ? '' : `, then ${durationText(archiveSeconds * 1_000)} in the archive`;
const sizeText = (size: number | null): string => (size === null ? 'no limit' : size.toLocaleString('en'));

export function TenantsPage(): ReactElement {
  const query = useQuery(tenantsList());
  const { isAdmin } = useRights();
  const { shown, open } = useDialog();
  const [chosen, setChosen] = useState<string | null>(null);
  const columns: readonly Column<Tenant>[] = [
    {
      title: 'Tenant',
      look: 'main',
      cell: ({ id, name }) => (
        <div>
          {name} <code className="dim">{id}</code>
        </div>
      ),
    },
    { title: 'Max active runs', look: 'right num', cell: ({ maxActiveRuns }) => sizeText(maxActiveRuns) },
    { title: 'Max jobs', look: 'right num', cell: ({ maxJobs }) => sizeText(maxJobs) },
    { title: 'Namespace', cell: ({ namespace }) => namespace ?? '' },
    {
      title: 'Retention of runs',
      cell: ({ retention }) =>
        `${retention.successful} successful, ${retention.failed} failed, for ${durationText(retention.maxAgeSeconds * 1_000)}${archiveText(retention)}`,
    },
    {
      title: 'Actions',
      isUntitled: true,
      cell: (tenant) => (
        <div className="actions">
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
          {isAdmin && (
            <Button
              onClick={() => {
                open((close) => <TenantDialog tenant={tenant} onClose={close} />);
              }}
            >
              Edit…
            </Button>
          )}
        </div>
      ),
    },
  ];
  const only = query.data?.items.length === 1 ? query.data.items[0]?.id : null;
  const seen = chosen ?? only;
  return (
    <Page
      title="Tenants"
      actions={
        isAdmin && (
          <Button
            variant="filled"
            onClick={() => {
              open((close) => <TenantDialog tenant={null} onClose={close} />);
            }}
          >
            New tenant
          </Button>
        )
      }
    >
      <Card flush>
        <Loaded query={query}>
          {({ items }) => (
            <List
              caption="Tenants"
              columns={columns}
              rows={items}
              keyOf={({ id }) => id}
              empty="You have no role in any tenant."
            />
          )}
        </Loaded>
      </Card>
      {seen && <Limits key={seen} tenant={seen} />}
      {shown}
    </Page>
  );
}

const LIMIT_COLUMNS: readonly Column<Limit>[] = [
  { title: 'Limit', look: 'main', cell: ({ group }) => (group === null ? 'All runs of the tenant' : `Group ${group}`) },
  {
    title: 'In use',
    cell: ({ held, size }) => (
      <span className="num">
        {held.toLocaleString('en')} {size === null ? '(no limit)' : `of ${sizeText(size)}`}
        {size !== null && <Progress size="xs" miw={90} value={(100 * held) / Math.max(1, size)} aria-label="In use" />}
      </span>
    ),
  },
  {
    title: 'Holders',
    look: 'wrap',
    cell: ({ holders }) => <Permits of={holders} />,
  },
  {
    title: 'Waiting',
    look: 'wrap',
    cell: ({ waiting, moreWait }) => (
      <>
        <Permits of={waiting} />
        {moreWait && <span className="dim"> and more</span>}
      </>
    ),
  },
];

const PERMITS_SHOWN = 10;

const Permits = ({ of }: { readonly of: Limit['holders'] }): ReactElement => (
  <div>
    {of.length === 0 && <span className="dim">none</span>}
    {of.slice(0, PERMITS_SHOWN).map(({ run, job, since }) => (
      <div key={run}>
        <JobLink id={job} /> <RunLink id={run} />{' '}
        <span className="dim">
          <When at={since} />
        </span>
      </div>
    ))}
    {of.length > PERMITS_SHOWN && <span className="dim">and {of.length - PERMITS_SHOWN} more</span>}
  </div>
);

function Limits({ tenant }: { readonly tenant: string }): ReactElement {
  const query = useQuery({
    queryKey: ['limits', tenant],
    refetchInterval: REFRESH_MS,
    queryFn: () => ok(api.GET('/tenants/{id}/limits', { params: { path: { id: tenant } } })),
  });
  return (
    <Card flush title={`Limits of ${tenant}`}>
      <Loaded query={query}>
        {({ items }) => (
          <List
            caption={`Limits of ${tenant}`}
            columns={LIMIT_COLUMNS}
            rows={items}
            keyOf={({ group }) => group ?? ''}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** A tenant is edited as JSON: it has many fields, and few people ever change them. */
function TenantDialog({
  tenant,
  onClose,
}: {
  readonly tenant: Tenant | null;
  readonly onClose: () => void;
}): ReactElement {
  const cache = useQueryClient();
  const { id: _id, createdAt: _createdAt, ...content } = tenant ?? ({} as Partial<Tenant>);
  const start = tenant === null ? { id: 'new-tenant', name: 'New tenant', maxActiveRuns: 100, groups: {} } : content;
  const [text, setText] = useState(JSON.stringify(start, null, 2));
  return (
    <Dialog
      title={tenant === null ? 'New tenant' : `Tenant ${tenant.id}`}
      confirm="Save"
      size="lg"
      onClose={onClose}
      onConfirm={async () => {
        const body = jsonOf(text) as never;
        if (tenant === null) await ok(api.POST('/tenants', { body }));
        else await ok(api.PATCH('/tenants/{id}', { params: { path: { id: tenant.id } }, body }));
        for (const key of ['tenants', 'limits']) await cache.invalidateQueries({ queryKey: [key] });
        return 'The tenant is saved.';
      }}
    >
      <Textarea
        label="Tenant as JSON; null removes a limit"
        autosize
        minRows={8}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
      />
    </Dialog>
  );
}
