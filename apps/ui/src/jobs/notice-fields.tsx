/** Whom a job tells of its runs, and for whom its attempts get tokens: fields of the schema, folded until they are used. */
import type { ReactElement } from 'react';
import type { FormProps } from '../parts/definition-editor.js';
import { SchemaField } from '../parts/schema-form.js';
import type { Looks } from '../parts/schema-rows.js';
import { FoldedGroup } from './window-fields.js';

const FIELDS = ['notify', 'identity'] as const;
const LOOKS: Looks = {
  notify: { label: 'Notices' },
  'notify.on': { label: 'Events', isRequired: true },
  'notify.webhook': {
    label: 'Channel or address',
    placeholder: 'channel:oncall',
    description: 'channel:<id>, or the address of a webhook, which is a secret: it is not shown again.',
    isRequired: true,
  },
  identity: { label: 'Identity', description: 'Each attempt gets a token by which others know the job.' },
};

type NoticeFieldsProps = Pick<FormProps, 'content' | 'schema' | 'set' | 'problems'>;

export function NoticeFields({ content, schema, set, problems }: NoticeFieldsProps): ReactElement | null {
  if (schema === null) return null;
  return (
    <FoldedGroup
      button="Notices, identity…"
      legend="Notices and identity"
      isUsed={FIELDS.some((name) => content[name] !== undefined)}
    >
      {FIELDS.map((name) => (
        <SchemaField
          key={name}
          schema={schema}
          path={[name]}
          value={content[name]}
          onChange={set([name])}
          problems={problems}
          looks={LOOKS}
        />
      ))}
    </FoldedGroup>
  );
}
