/** The fields of each type of channel, and their inputs. */
import type { ReactElement } from 'react';
import { NumberInput, PasswordInput, Select, TagsInput, TextInput } from '@mantine/core';
import type { Schemas } from '../api/client.js';

export type Type = Schemas['Channel']['target']['type'];

interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'secret' | 'number' | 'list' | 'choice';
  readonly hint?: string;
}

const WEBHOOK: Field = { name: 'url', label: 'Address of the webhook', kind: 'secret' };
export const TYPES: Readonly<Record<Type, { readonly title: string; readonly fields: readonly Field[] }>> = {
  slack: { title: 'Slack', fields: [WEBHOOK] },
  teams: { title: 'Microsoft Teams', fields: [WEBHOOK] },
  discord: { title: 'Discord', fields: [WEBHOOK] },
  email: {
    title: 'Mail',
    fields: [
      { name: 'host', label: 'Mail server' },
      { name: 'port', label: 'Port', kind: 'number', hint: 'Default: 587' },
      { name: 'security', label: 'Encryption', kind: 'choice', hint: 'Default: STARTTLS' },
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

interface Input {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

export function FieldInput({ field: { label, kind, hint }, value, onChange }: Input): ReactElement {
  const text = typeof value === 'string' ? value : '';
  const common = { label, description: hint };
  switch (kind) {
    case 'number':
      return <NumberInput {...common} value={typeof value === 'number' ? value : ''} onChange={onChange} />;
    case 'list':
      return <TagsInput {...common} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          {...common}
          data={['starttls', 'tls', 'none']}
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
          {...(text === '***' && { description: 'The stored value is kept while the field shows ***.' })}
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
          }}
        />
      );
    case undefined:
      return (
        <TextInput
          {...common}
          value={text}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
          }}
        />
      );
  }
}
