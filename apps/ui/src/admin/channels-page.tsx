/** Channels: the destinations of notices. Their secrets are entered here and never shown again. */
import { useState, type ReactElement } from 'react';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { channelsList, tenantsList } from '../api/questions.js';
import { TenantChoice } from '../parts/choices.js';
import { DefinitionsPage } from '../parts/definitions-page.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { RemovalDialog } from '../parts/removal-dialog.js';
import type { Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { announce, refused } from '../parts/toasts.js';
import { FieldInput, TYPES, type Type } from './channel-fields.js';

type Channel = Schemas['Channel'];
type Target = Channel['target'];
type Values = Readonly<Record<string, unknown>>;

export function ChannelsPage(): ReactElement {
  const query = useQuery(channelsList());
  const { may } = useRights();
  const { shown, open } = useDialog();
  const edit = (channel: Channel | null) => () => {
    open((close) => <ChannelDialog channel={channel} onClose={close} />);
  };
  const columns: readonly Column<Channel>[] = [
    {
      title: 'Channel',
      look: 'main',
      cell: ({ id, name }) => (
        <div>
          {name ?? id} <code className="dim">channel:{id}</code>
        </div>
      ),
    },
    { title: 'Type', cell: ({ target }) => TYPES[target.type].title },
    { title: 'Tenant', cell: ({ tenant }) => tenant },
    { title: 'Changed', cell: ({ updatedAt }) => <When at={updatedAt} /> },
    {
      title: 'Actions',
      isUntitled: true,
      cell: (channel) => (
        <div className="actions">
          {may('editor', channel.tenant) && <TestButton channel={channel} />}
          {may('owner', channel.tenant) && (
            <>
              <Button onClick={edit(channel)}>Edit…</Button>
              <Button
                onClick={() => {
                  open((close) => <RemoveDialog channel={channel} onClose={close} />);
                }}
              >
                Delete…
              </Button>
            </>
          )}
        </div>
      ),
    },
  ];
  return (
    <DefinitionsPage
      noun="channel"
      query={query}
      columns={columns}
      empty="No channels yet. A channel is a destination of notices. The field notify of a job refers to it as channel:<id>."
      create={{ role: 'owner', begin: edit(null) }}
    >
      {shown}
    </DefinitionsPage>
  );
}

const place = ({ id, tenant }: Channel) => ({ params: { path: { id }, query: { tenant } } });

function TestButton({ channel }: { readonly channel: Channel }): ReactElement {
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      const { delivered, reason, tookMs } = await ok(api.POST('/channels/{id}/test', place(channel)));
      if (delivered) announce(`The channel accepted the test message after ${tookMs} ms.`);
      else refused(`The channel did not accept the test message: ${reason ?? ''}`);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void test()}>
      Test
    </Button>
  );
}

interface Editing {
  readonly channel: Channel | null;
  readonly onClose: () => void;
}

function ChannelDialog({ channel, onClose }: Editing): ReactElement {
  const cache = useQueryClient();
  const { data: tenants } = useQuery(tenantsList());
  const { may } = useRights();
  const [id, setId] = useState(channel?.id ?? '');
  const [name, setName] = useState(channel?.name ?? '');
  const [tenant, setTenant] = useState<string | null>(channel?.tenant ?? null);
  const [type, setType] = useState<Type>(channel?.target.type ?? 'slack');
  const [values, setValues] = useState<Values>({ ...channel?.target });
  const offered = tenants?.items.map((each) => each.id).filter((each) => may('owner', each)) ?? [];
  const { fields } = TYPES[type];
  const save = async (): Promise<string> => {
    const given = fields.flatMap((field) => {
      const value = values[field.name];
      return value === undefined || value === '' ? [] : [[field.name, value] as const];
    });
    // The server validates the input: its answer names the wrong field.
    const target = { type, ...Object.fromEntries(given) } as unknown as Target;
    const body = { ...(name !== '' && { name }), target };
    if (channel) await ok(api.PUT('/channels/{id}', { ...place(channel), body }));
    else await ok(api.POST('/channels', { body: { id, tenant: tenant ?? offered[0] ?? '', ...body } }));
    await cache.invalidateQueries({ queryKey: ['channels'] });
    return 'The channel is saved.';
  };
  return (
    <Dialog
      title={channel ? `Channel ${channel.id}` : 'New channel'}
      confirm="Save"
      disabled={id === ''}
      onClose={onClose}
      onConfirm={save}
    >
      {channel === null && (
        <TextInput
          label="Id"
          placeholder="ops"
          description="The field notify of a job refers to it as channel:<id>."
          value={id}
          onChange={({ currentTarget }) => {
            setId(currentTarget.value);
          }}
        />
      )}
      <TextInput
        label="Name"
        value={name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      {channel === null && offered.length > 1 && (
        <TenantChoice role="owner" value={tenant ?? offered[0] ?? ''} onChange={setTenant} />
      )}
      <Select
        label="Type"
        data={Object.entries(TYPES).map(([value, { title }]) => ({ value, label: title }))}
        value={type}
        allowDeselect={false}
        onChange={(next) => {
          setType(next as Type);
          setValues({});
        }}
      />
      {fields.map((field) => (
        <FieldInput
          key={`${type}/${field.name}`}
          field={field}
          value={values[field.name]}
          onChange={(value) => {
            setValues((before) => ({ ...before, [field.name]: value }));
          }}
        />
      ))}
    </Dialog>
  );
}

function RemoveDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }): ReactElement {
  const remove = async (): Promise<unknown> => ok(api.DELETE('/channels/{id}', place(channel)));
  return (
    <RemovalDialog noun="channel" name={channel.id} remove={remove} onClose={onClose}>
      <p style={{ margin: 0 }}>A channel to which jobs refer cannot be deleted.</p>
    </RemovalDialog>
  );
}
