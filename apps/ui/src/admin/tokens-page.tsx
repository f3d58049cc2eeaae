/** Tokens: access to the API without a sign-in by the issuer. */
import { useState, type ReactElement } from 'react';
import { Alert, Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EVERY_TENANT, useRights, type Role } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { itemsOf, tenantsList, tokensList } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { CopyButton } from '../parts/copy-button.js';
import { TenantChoice } from '../parts/choices.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { MayNot } from '../parts/may-not.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { RemovalDialog } from '../parts/removal-dialog.js';
import { List, More, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';

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
  const { shown, open } = useDialog();
  const [made, setMade] = useState<{ name: string; text: string } | null>(null);
  const columns: readonly Column<Token>[] = [
    { title: 'Token', look: 'main wrap', cell: ({ name }) => name },
    { title: 'Roles', look: 'wrap', cell: rolesText },
    { title: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
    { title: 'Created by', cell: ({ createdBy }) => createdBy },
    { title: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} missing="never" /> },
    { title: 'Expires', cell: ({ expiresAt }) => <When at={expiresAt} missing="never" /> },
    {
      title: 'Actions',
      isUntitled: true,
      cell: (token) => (
        <Button
          onClick={() => {
            open((close) => <RemoveDialog token={token} onClose={close} />);
          }}
        >
          Delete…
        </Button>
      ),
    },
  ];
  return (
    <Page
      title="Tokens"
      actions={
        <Button
          variant="filled"
          onClick={() => {
            open((close) => <MakeDialog onClose={close} onMade={setMade} />);
          }}
        >
          New token
        </Button>
      }
    >
      {made !== null && (
        <Alert
          color="green"
          variant="light"
          title={`Token ${made.name}: it is shown only once`}
          withCloseButton
          onClose={() => {
            setMade(null);
          }}
          closeButtonLabel="Hide the token"
        >
          <code style={{ overflowWrap: 'anywhere' }}>{made.text}</code> <CopyButton text={made.text} />
        </Alert>
      )}
      <Card flush>
        <Loaded query={query}>
          {(data) => (
            <>
              <List
                caption="Tokens"
                columns={columns}
                rows={itemsOf(data)}
                keyOf={({ id }) => id}
                empty="No tokens yet."
              />
              <More query={query} />
            </>
          )}
        </Loaded>
      </Card>
      {shown}
    </Page>
  );
}

const DAY_MS = 86_400_000;

interface MakeShown {
  readonly onClose: () => void;
  readonly onMade: (made: { name: string; text: string }) => void;
}

function MakeDialog({ onClose, onMade }: MakeShown): ReactElement {
  const cache = useQueryClient();
  const { isAdmin, may } = useRights();
  const { data: tenants } = useQuery(tenantsList());
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [tenant, setTenant] = useState<string | null>(null);
  const [days, setDays] = useState<string | null>('90');
  const offered = [
    ...(isAdmin ? [{ value: EVERY_TENANT, label: 'every tenant' }] : []),
    ...(tenants?.items.filter(({ id }) => may('owner', id)).map(({ id }) => ({ value: id, label: id })) ?? []),
  ];
  const where = tenant ?? offered.at(isAdmin ? 1 : 0)?.value ?? offered[0]?.value ?? '';
  const ends = [
    { value: '7', label: 'in 7 days' },
    { value: '30', label: 'in 30 days' },
    { value: '90', label: 'in 90 days' },
    { value: '365', label: 'in a year' },
    ...(isAdmin ? [{ value: 'never', label: 'never' }] : []),
  ];
  return (
    <Dialog
      title="New token"
      confirm="Create"
      onClose={onClose}
      disabled={name.trim() === '' || where === ''}
      onConfirm={async () => {
        const expiresAt = days === 'never' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString();
        const body = { name: name.trim(), roles: [{ tenant: where, role }], expiresAt };
        const { token } = await ok(api.POST('/tokens', { body }));
        onMade({ name: name.trim(), text: token });
        await cache.invalidateQueries({ queryKey: ['tokens'] });
        return null;
      }}
    >
      <TextInput
        label="Purpose"
        placeholder="nightly report"
        value={name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      <Select
        label="Role"
        allowDeselect={false}
        data={[
          { value: 'viewer', label: 'viewer: reads' },
          { value: 'operator', label: 'operator: also runs, pauses and controls jobs' },
          { value: 'editor', label: 'editor: also changes jobs' },
          { value: 'owner', label: 'owner: also manages secrets and tokens' },
          ...(isAdmin ? [{ value: 'admin', label: 'admin: manages everything' }] : []),
        ]}
        value={role}
        onChange={(next) => {
          setRole((next ?? 'viewer') as Role);
        }}
      />
      <TenantChoice
        label="Tenant"
        role="owner"
        also={isAdmin ? [{ id: EVERY_TENANT, name: 'every tenant' }] : []}
        value={where}
        onChange={setTenant}
      />
      <Select label="Expires" allowDeselect={false} data={ends} value={days} onChange={setDays} />
    </Dialog>
  );
}

function RemoveDialog({ token, onClose }: { readonly token: Token; readonly onClose: () => void }): ReactElement {
  const [withMade, setWithMade] = useState(false);
  const params = { path: { id: token.id }, query: withMade ? { withMade: 'true' as never } : {} };
  const remove = async (): Promise<unknown> => ok(api.DELETE('/tokens/{id}', { params }));
  return (
    <RemovalDialog noun="token" name={token.name} remove={remove} onClose={onClose}>
      <p style={{ margin: 0 }}>Users of this token lose access at once.</p>
      <Checkbox
        size="xs"
        label="Also delete the tokens that were created with it"
        checked={withMade}
        onChange={({ currentTarget }) => {
          setWithMade(currentTarget.checked);
        }}
      />
    </RemovalDialog>
  );
}
