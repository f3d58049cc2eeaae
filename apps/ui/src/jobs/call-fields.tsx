/** How a job calls its web service: the address, what the answer means, what is sent and how it is judged. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { oneWorker } from '../api/questions.js';
import type { FormProps } from '../parts/definition-editor.js';
import { SchemaField } from '../parts/schema-form.js';
import { textOf } from '../parts/schema-rows.js';
import { CALL_FIELDS, CALL_LOOKS, callFieldsOf } from './call-looks.js';
import { FoldedGroup } from './window-fields.js';

type CallFieldsProps = Pick<FormProps, 'content' | 'schema' | 'set' | 'problems'>;

/** For a job: nothing, unless its worker is a web service, or the job says how one is called. */
export function CallFields({ content, schema, set, problems }: CallFieldsProps): ReactElement | null {
  const id = textOf(content.worker);
  const { data: worker } = useQuery({ ...oneWorker(id), enabled: id !== '' });
  const isUsed = CALL_FIELDS.some((name) => content[name] !== undefined);
  if (schema === null || (!isUsed && worker?.value.engine !== 'webservice')) return null;
  return (
    <FoldedGroup
      button="URL, HTTP call…"
      legend="Call of the web service"
      isUsed={isUsed || worker?.value.url === undefined}
    >
      {callFieldsOf(content).map((name) => (
        <SchemaField
          key={name}
          schema={schema}
          path={[name]}
          value={content[name]}
          onChange={set([name])}
          problems={problems}
          looks={CALL_LOOKS}
        />
      ))}
    </FoldedGroup>
  );
}
