/** Channels: the destinations of notices. Their secrets are entered here and never shown again. */
import { useState, type ReactElement } from 'react';
import { Button, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MASK } from '#common/domain/mask.js';
import { TEMPLATE_VALUES } from '#common/notices/template-values.js';
import { NOTICE_EVENTS, type NoticeEvent } from '#common/notices/notice-events.js';
import { api, ofDefinition, ok, refresh, type Schemas, useRights } from '../api/client.js';
import { channelsList } from '../api/questions.js';
import { ActionButton } from '../parts/action-button.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { Choice, NumberField } from '../parts/fields.js';
import { typed, type Options } from '../parts/inputs.js';
import { DefinitionsPage, DeleteDefinition, useOwner } from '../parts/list-page.js';
import { When } from '../parts/time.js';
import { actionsColumn, column, plainColumn, timeColumn, type Column } from '../parts/table.js';

type Channel = Schemas['Channel'];
type Target = Channel['target'];
type Values = Readonly<Record<string, unknown>>;

export function ChannelsPage(): ReactElement {
  const query = useQuery(channelsList());
  const { may } = useRights();
  const columns: readonly Column<Channel>[] = [
    column(
      'Channel',
      ({ id, name }) => (
        <div>
          {name ?? id} <code className="dim">channel:{id}</code>
        </div>
      ),
      'main',
    ),
    column('Type', ({ target, events }) => (
      <div>
        {TYPES[target.type].title} {events != null && <Standing events={events} />}
      </div>
    )),
    plainColumn('Tenant', 'tenant'),
    timeColumn('Changed', 'updatedAt'),
    actionsColumn((channel) => (
      <>
        {may('editor', channel.tenant) && (
          <>
            <ActionButton act={() => test(channel)}>Test</ActionButton>
            <Button onClick={opens(<PreviewDialog channel={channel} />)}>Preview…</Button>
          </>
        )}
        {may('owner', channel.tenant) && (
          <>
            {channel.target.type === 'cloudevents' && (
              <Button onClick={opens(<ReplayDialog channel={channel} />)}>Send again…</Button>
            )}
            <Button onClick={opens(<ChannelDialog channel={channel} />)}>Edit…</Button>
            <DeleteDefinition noun="channel" definition={channel}>
              A channel to which jobs refer cannot be deleted.
            </DeleteDefinition>
          </>
        )}
      </>
    )),
  ];
  return (
    <DefinitionsPage
      noun="channel"
      query={query}
      columns={columns}
      empty="No channels yet. A channel is a destination of notices. The field notify of a job refers to it as channel:<id>."
      create={{ role: 'owner', begin: opens(<ChannelDialog channel={null} />) }}
    />
  );
}

/** In a millisecond: the place of an event is the time at which it was logged. */
const MICROSECONDS = 1_000;

/** How far a channel has got the events of its tenant. */
const Standing = ({
  events: { problem, sequence },
}: {
  readonly events: NonNullable<Channel['events']>;
}): ReactElement =>
  problem === null ? (
    <span className="dim">
      has all events up to <When at={new Date(Number(sequence) / MICROSECONDS).toISOString()} />
    </span>
  ) : (
    <span className="tone-bad">{problem}</span>
  );

function ReplayDialog({ channel }: { readonly channel: Channel }): ReactElement {
  const [after, setAfter] = useState('');
  const replay = async (): Promise<string> => {
    await ok(api.POST('/channels/{id}/replay', { ...ofDefinition(channel), body: { after } }));
    await refresh('channels');
    return 'The events are sent again, under the same ids.';
  };
  return (
    <Dialog title={`Events of ${channel.id}`} confirm="Send again" disabled={after === ''} onConfirm={replay}>
      <TextInput
        label="After"
        description="The sequence of an event, or a time such as 2026-12-01T10:00:00Z. The log holds three days."
        value={after}
        onChange={typed(setAfter)}
      />
    </Dialog>
  );
}

async function test(channel: Channel, on?: NoticeEvent): Promise<string> {
  const { params } = ofDefinition(channel);
  const query = { ...params.query, ...(on && { on }) };
  const { delivered, reason, tookMs } = await ok(api.POST('/channels/{id}/test', { params: { ...params, query } }));
  if (!delivered) throw new Error(`The channel did not accept the test message: ${reason ?? ''}`);
  return `The channel accepted the test message after ${tookMs} ms.`;
}

function ChannelDialog({ channel }: { readonly channel: Channel | null }): ReactElement {
  const { tenant, field: tenantField } = useOwner('owner', channel);
  const [id, setId] = useState(channel?.id ?? '');
  const [name, setName] = useState(channel?.name ?? '');
  const [type, setType] = useState<Type>(channel?.target.type ?? 'slack');
  const [values, setValues] = useState<Values>({ ...channel?.target });
  const [template, setTemplate] = useState<Template>(channel?.template ?? {});
  const { fields } = TYPES[type];
  const save = async (): Promise<string> => {
    const entries = fields.flatMap((field) => {
      const value = values[field.name];
      return value === undefined || value === '' ? [] : [[field.name, value] as const];
    });
    // The server validates the input: its answer names the wrong field.
    const target = { type, ...Object.fromEntries(entries) } as unknown as Target;
    const body = { name: name || undefined, target, template: filled(template) };
    if (channel) await ok(api.PUT('/channels/{id}', { ...ofDefinition(channel), body }));
    else await ok(api.POST('/channels', { body: { id, tenant, ...body } }));
    await refresh('channels');
    return 'The channel is saved.';
  };
  return (
    <Dialog
      title={channel ? `Channel ${channel.id}` : 'New channel'}
      confirm="Save"
      disabled={id === ''}
      onConfirm={save}
    >
      {channel === null && (
        <TextInput
          label="Id"
          placeholder="ops"
          description="The field notify of a job refers to it as channel:<id>."
          value={id}
          onChange={typed(setId)}
        />
      )}
      <TextInput label="Name" value={name} onChange={typed(setName)} />
      {tenantField}
      <Choice
        label="Type"
        options={TYPE_OPTIONS}
        value={type}
        onChange={(next) => {
          setType(next);
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
      <TemplateFields value={template} onChange={setTemplate} />
    </Dialog>
  );
}

/** What a channel would say of an event, by templates that may be tried before they are saved. */
function PreviewDialog({ channel }: { readonly channel: Channel }): ReactElement {
  const [on, setOn] = useState<NoticeEvent>('failed');
  const [template, setTemplate] = useState<Template>(channel.template ?? {});
  const [preview, setPreview] = useState<{ readonly title: string; readonly text: string } | null>(null);
  const show = async (): Promise<undefined> => {
    const body = { on, template: filled(template) };
    setPreview(await ok(api.POST('/channels/{id}/preview', { ...ofDefinition(channel), body })));
  };
  const send = async (): Promise<string> => test(channel, on);
  return (
    <Dialog title={`Messages of ${channel.id}`} confirm="Send a test" onConfirm={send}>
      <Choice label="Event" options={EVENTS} value={on} onChange={setOn} />
      <TemplateFields value={template} onChange={setTemplate} />
      <ActionButton act={show}>Preview</ActionButton>
      {preview !== null && (
        <section aria-label="Preview">
          <strong>{preview.title}</strong>
          <pre className="wrapped">{preview.text}</pre>
        </section>
      )}
    </Dialog>
  );
}

const EVENTS = Object.fromEntries(NOTICE_EVENTS.map((event) => [event, event])) as Options<NoticeEvent>;

type Template = NonNullable<Channel['template']>;

const filled = ({ title, text }: Template): Template | undefined =>
  title || text ? { ...(title && { title }), ...(text && { text }) } : undefined;

interface TemplateProps {
  readonly value: Template;
  readonly onChange: (value: Template) => void;
}

function TemplateFields({ value, onChange }: TemplateProps): ReactElement {
  const change = (field: keyof Template) => (text: string) => {
    onChange({ ...value, [field]: text });
  };
  return (
    <>
      <TextInput
        label="Title of messages"
        placeholder="${job.name} ${on}"
        value={value.title ?? ''}
        onChange={typed(change('title'))}
      />
      <Textarea
        label="Text of messages"
        description={`In place of the list of facts. Values: ${TEMPLATE_VALUES.map((name) => `\${${name}}`).join(' ')}`}
        autosize
        value={value.text ?? ''}
        onChange={typed(change('text'))}
      />
    </>
  );
}

/** The fields of each type of channel. */
type Type = Schemas['Channel']['target']['type'];

interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'secret' | 'number' | 'list' | 'choice';
  readonly hint?: string;
  readonly choices?: readonly string[];
}

const WEBHOOK: Field = { name: 'url', label: 'Address of the webhook', kind: 'secret' };
const TYPES: Readonly<Record<Type, { readonly title: string; readonly fields: readonly Field[] }>> = {
  slack: { title: 'Slack', fields: [WEBHOOK] },
  teams: { title: 'Microsoft Teams', fields: [WEBHOOK] },
  discord: { title: 'Discord', fields: [WEBHOOK] },
  email: {
    title: 'Mail',
    fields: [
      { name: 'host', label: 'Mail server' },
      { name: 'port', label: 'Port', kind: 'number', hint: 'Default: 587' },
      {
        name: 'security',
        label: 'Encryption',
        kind: 'choice',
        hint: 'Default: STARTTLS',
        choices: ['starttls', 'tls', 'none'],
      },
      { name: 'user', label: 'User' },
      { name: 'password', label: 'Password', kind: 'secret' },
      { name: 'from', label: 'From' },
      { name: 'to', label: 'To', kind: 'list' },
    ],
  },
  pagerduty: {
    title: 'PagerDuty',
    fields: [
      { name: 'routingKey', label: 'Integration key', kind: 'secret' },
      { name: 'url', label: 'Address', hint: 'Default: https://events.pagerduty.com/v2/enqueue' },
    ],
  },
  opsgenie: {
    title: 'Opsgenie',
    fields: [
      { name: 'apiKey', label: 'API key', kind: 'secret' },
      { name: 'url', label: 'Address', hint: 'Default: https://api.opsgenie.com' },
    ],
  },
  ntfy: {
    title: 'ntfy',
    fields: [
      { name: 'topic', label: 'Topic', kind: 'secret' },
      { name: 'token', label: 'Access token', kind: 'secret', hint: 'Required only if the topic is protected.' },
      { name: 'url', label: 'Server', hint: 'Default: https://ntfy.sh' },
    ],
  },
  cloudevents: {
    title: 'CloudEvents',
    fields: [
      { ...WEBHOOK, label: 'Address for the ends of all runs' },
      {
        name: 'mode',
        label: 'Mode',
        kind: 'choice',
        hint: 'Default: structured, one event in each request',
        choices: ['structured', 'batch'],
      },
      {
        name: 'signingSecret',
        label: 'Signing secret',
        kind: 'secret',
        hint: 'whsec_…; without a secret, requests are not signed.',
      },
    ],
  },
  webhook: {
    title: 'Webhook',
    fields: [
      WEBHOOK,
      {
        name: 'signingSecret',
        label: 'Signing secret',
        kind: 'secret',
        hint: 'whsec_…; without a secret, requests are not signed.',
      },
    ],
  },
};

const TYPE_OPTIONS = Object.fromEntries(
  Object.entries(TYPES).map(([type, { title }]) => [type, title]),
) as Options<Type>;

interface FieldProps {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function FieldInput({ field: { label, kind, hint, choices = [] }, value, onChange }: FieldProps): ReactElement {
  const text = typeof value === 'string' ? value : '';
  const common = { label, description: hint };
  switch (kind) {
    case 'number':
      return <NumberField {...common} value={typeof value === 'number' ? value : undefined} onChange={onChange} />;
    case 'list':
      return <TagsInput {...common} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          {...common}
          data={[...choices]}
          value={text || null}
          onChange={(next) => {
            onChange(next ?? '');
          }}
        />
      );
    case 'secret':
      return (
        <PasswordInput
          {...common}
          {...(text === MASK && { description: 'The stored value is kept while the field shows ***.' })}
          autoComplete="off"
          value={text}
          onChange={typed(onChange)}
        />
      );
    case undefined:
      return <TextInput {...common} value={text} onChange={typed(onChange)} />;
  }
}
