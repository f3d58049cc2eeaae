/** Tokens: access to the API without a sign-in by the issuer. */
import { useState, type ReactElement } from 'react';
import { Alert, Button, Checkbox, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, ok, refresh, type Schemas, EVERY_TENANT, useRights, type Role } from '../api/client.js';
import { tenantsList, tokensList } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { TenantChoice } from '../parts/choices.js';
import { CopyButton } from '../parts/copy-button.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog, RemovalDialog } from '../parts/dialog.js';
import { Choice } from '../parts/fields.js';
import { checked, typed, type Options } from '../parts/inputs.js';
import { ListPage } from '../parts/list-page.js';
import { MayNot, Page } from '../parts/page.js';
import { actionsColumn, column, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { DAY_MS } from '../parts/time-text.js';

type Token = Schemas['Token'];

const rolesText = ({ roles }: Token): string =>
  roles.map(({ tenant, role }) => `${role} in ${tenant === EVERY_TENANT ? 'every tenant' : tenant}`).join(', ');

export function TokensPage(): ReactElement {
  const { may } = useRights();
  if (may('owner')) return <Tokens />;
  return (
    <Page title="Tokens">
      <MayNot act="see tokens" role="owner" back={<Link to="/">To the overview</Link>} />
    </Page>
  );
}

function Tokens(): ReactElement {
  const query = useInfiniteQuery(tokensList());
  const [created, setCreated] = useState<{ name: string; text: string } | null>(null);
  const columns: readonly Column<Token>[] = [
    plainColumn('Token', 'name', 'main'),
    column('Roles', rolesText, 'wrap'),
    timeColumn('Created', 'createdAt'),
    plainColumn('Created by', 'createdBy'),
    timeColumn('Last used', 'lastUsedAt', 'never'),
    timeColumn('Expires', 'expiresAt', 'never'),
    actionsColumn((token) => <Button onClick={opens(<RemoveDialog token={token} />)}>Delete…</Button>),
  ];
  return (
    <ListPage
      title="Tokens"
      actions={
        <Button variant="filled" onClick={opens(<CreationDialog onCreated={setCreated} />)}>
          New token
        </Button>
      }
      above={
        created !== null && (
          <Alert
            color="green"
            variant="light"
            title={`Token ${created.name}: it is shown only once`}
            withCloseButton
            onClose={() => {
              setCreated(null);
            }}
            closeButtonLabel="Hide the token"
          >
            <code style={{ overflowWrap: 'anywhere' }}>{created.text}</code> <CopyButton text={created.text} />
          </Alert>
        )
      }
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      empty="No tokens yet."
    />
  );
}

interface CreationProps {
  readonly onCreated: (token: { name: string; text: string }) => void;
}

function CreationDialog({ onCreated }: CreationProps): ReactElement {
  const { isAdmin, may } = useRights();
  const { data: tenants } = useQuery(tenantsList());
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [tenant, setTenant] = useState<string | null>(null);
  const [days, setDays] = useState('90');
  const own = tenants?.items.find(({ id }) => may('owner', id))?.id;
  const where = tenant ?? own ?? (isAdmin ? EVERY_TENANT : '');
  const roles: Options<Role> = {
    viewer: 'viewer: reads',
    operator: 'operator: also runs, pauses and controls jobs',
    editor: 'editor: also changes jobs',
    owner: 'owner: also manages secrets and tokens',
    ...(isAdmin && { admin: 'admin: manages everything' }),
  };
  const ends = {
    7: 'in 7 days',
    30: 'in 30 days',
    90: 'in 90 days',
    365: 'in a year',
    ...(isAdmin && { never: 'never' }),
  };
  return (
    <Dialog
      title="New token"
      confirm="Create"
      disabled={name.trim() === '' || where === ''}
      onConfirm={async () => {
        const expiresAt = days === 'never' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString();
        const body = { name: name.trim(), roles: [{ tenant: where, role }], expiresAt };
        const { token } = await ok(api.POST('/tokens', { body }));
        onCreated({ name: name.trim(), text: token });
        await refresh('tokens');
        return null;
      }}
    >
      <TextInput label="Purpose" placeholder="nightly report" value={name} onChange={typed(setName)} />
      <Choice label="Role" options={roles} value={role} onChange={setRole} />
      <TenantChoice
        label="Tenant"
        role="owner"
        also={isAdmin ? [{ id: EVERY_TENANT, name: 'every tenant' }] : []}
        value={where}
        onChange={setTenant}
      />
      <Choice label="Expires" options={ends} value={days} onChange={setDays} />
    </Dialog>
  );
}

function RemoveDialog({ token }: { readonly token: Token }): ReactElement {
  const [withCreated, setWithCreated] = useState(false);
  const params = { path: { id: token.id }, query: withCreated ? { withMade: 'true' as never } : {} };
  return (
    <RemovalDialog noun="token" name={token.name} remove={() => ok(api.DELETE('/tokens/{id}', { params }))}>
      <p>Users of this token lose access at once.</p>
      <Checkbox
        label="Also delete the tokens that were created with it"
        checked={withCreated}
        onChange={checked(setWithCreated)}
      />
    </RemovalDialog>
  );
}
