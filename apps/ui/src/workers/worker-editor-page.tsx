/** Registers or changes a worker. */
import type { ReactElement } from 'react';
import { Skeleton } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, ok, refresh, type Worker } from '../api/client.js';
import { oneWorker } from '../api/questions.js';
import { CALL_LOOKS, callFieldsOf } from '../jobs/call-looks.js';
import { DefinitionEditor, EditPage, type FormProps } from '../parts/definition-editor.js';
import { READ_ONLY_FIELDS } from '#common/domain/read-only-fields.js';
import { editedPart, withSecretsOf } from '../parts/hidden-secrets.js';
import { Guarded, Page } from '../parts/page.js';
import { fieldsAt } from '../parts/schema-assist.js';
import { hasControl, SchemaField } from '../parts/schema-form.js';
import { arrayOf, type Looks } from '../parts/schema-rows.js';
import { TenantsChoice } from '../parts/several-choices.js';
import { announce } from '../parts/toasts.js';

const editRoute = getRouteApi('/workers/$id/edit');

/** Shows the worker after a change, with a message. */
function useEnd(): (message: string, id: string) => Promise<void> {
  const navigate = useNavigate();
  return async (message, id) => {
    announce(message);
    await refresh('workers');
    await navigate({ to: '/workers/$id', params: { id } });
  };
}

export function NewWorkerPage(): ReactElement {
  const end = useEnd();
  return (
    <Page title="New worker" crumbs={<Link to="/workers">Workers</Link>}>
      <Guarded act="create workers" role="admin" back={<Link to="/workers">To the workers</Link>}>
        <DefinitionEditor
          noun="worker"
          schemaName="NewWorker"
          form={WorkerForm}
          draftKey="new worker"
          start={{ id: '', name: '', engine: 'kubernetes' }}
          isNew
          save={async (worker) => {
            const { id } = await ok(api.POST('/workers', { body: worker as never }));
            await end('The worker is created.', id);
          }}
        />
      </Guarded>
    </Page>
  );
}

export function EditWorkerPage(): ReactElement {
  const { id } = editRoute.useParams();
  const end = useEnd();
  const toWorker = (text: string): ReactElement => (
    <Link to="/workers/$id" params={{ id }}>
      {text}
    </Link>
  );
  return (
    <EditPage<Worker>
      noun="worker"
      schemaName="WorkerReplacement"
      form={WorkerForm}
      draftKey={`worker ${id}`}
      role="admin"
      stored={oneWorker(id)}
      name={({ name }) => name}
      crumbs={(name = id) => (
        <>
          <Link to="/workers">Workers</Link> / {toWorker(name)}
        </>
      )}
      back={toWorker('To the worker')}
      contentOf={(worker) => editedPart('Worker', worker)}
      save={async (worker, header, original) => {
        const body = withSecretsOf(worker, original) as never;
        const { version } = await ok(api.PUT('/workers/{id}', { params: { path: { id }, header }, body }));
        await end(`Saved as version ${version}.`, id);
      }}
    />
  );
}

const FIRST = ['id', 'name', 'description', 'engine'];
const OF_ENGINE: Readonly<Record<string, readonly string[]>> = {
  kubernetes: [
    'image',
    'command',
    'args',
    'env',
    'envFrom',
    'resources',
    'serviceAccount',
    'imagePullSecrets',
    'allowRoot',
  ],
  process: ['command', 'args', 'env'],
};
const LAST = ['jobFields', 'limits', 'tenants'];

const LOOKS: Looks = {
  id: { label: 'Id', description: 'Jobs refer to the worker by this id. It cannot be changed.', isRequired: true },
  name: { isRequired: true },
  engine: { placeholder: 'kubernetes' },
  env: { label: 'Environment' },
  envFrom: { label: 'Environment from Kubernetes secrets' },
  ...CALL_LOOKS,
  cancelUrl: { label: 'Cancel URL' },
  jobFields: { label: 'Fields that jobs may set' },
  limits: { label: 'Limits of attempts', description: 'They hold for all executors together.' },
  'limits.maxActive': { label: 'Maximum active attempts' },
  'limits.maxPerSecond': { label: 'Starts per second' },
  tenants: {
    label: 'Tenants that may use it',
    description: 'Empty: all tenants.',
    control: ({ value, onChange, ...field }) => (
      <TenantsChoice
        {...field}
        value={arrayOf(value).map(String)}
        onChange={(next) => {
          onChange(next.length === 0 ? undefined : next);
        }}
      />
    ),
  },
};

export function WorkerForm({ content, isNew, schema, set, problems }: FormProps): ReactElement {
  if (schema === null) return <Skeleton height={400} />;
  const engine = typeof content.engine === 'string' ? content.engine : 'kubernetes';
  const fields = fieldsAt(schema.root, schema.schema, []).map(({ label }) => label);
  const ofEngine = engine === 'webservice' ? [...callFieldsOf(content), 'cancelUrl'] : (OF_ENGINE[engine] ?? []);
  const chosen = [...FIRST, ...ofEngine, ...LAST];
  const others = fields.filter((name) => !chosen.includes(name) && !READ_ONLY_FIELDS.Worker.includes(name));
  const isEditable = (name: string): boolean =>
    (isNew || name !== 'id') && fields.includes(name) && hasControl(schema, [name]);
  const names = [...chosen, ...others.filter((name) => content[name] !== undefined)].filter(isEditable);
  const left = others.filter((name) => !names.includes(name));
  return (
    <div className="form">
      {names.map((name) => (
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
      {left.length > 0 && <p className="dim">The document can also contain: {left.join(', ')}.</p>}
    </div>
  );
}
