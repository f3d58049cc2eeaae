/** Registers or changes a worker. */
import { useRef, type ReactElement } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, ok, type Schemas } from '../api/client.js';
import { oneWorker } from '../api/questions.js';
import { DefinitionEditor } from '../parts/definition-editor.js';
import { EditingPage } from '../parts/editing-page.js';
import type { Content } from '../parts/definition-text.js';
import { editedPart, withSecretsOf } from '../parts/hidden-secrets.js';
import { Guarded } from '../parts/may-not.js';
import { Page } from '../parts/page.js';
import { announce } from '../parts/toasts.js';
import { SHOWN_ONLY, WorkerForm } from './worker-form.js';

type Worker = Schemas['Worker'];
const editRoute = getRouteApi('/workers/$id/edit');

const contentOf = (worker: Worker): Content => editedPart(worker, SHOWN_ONLY);

export function NewWorkerPage(): ReactElement {
  const navigate = useNavigate();
  const cache = useQueryClient();
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
            const made = await ok(api.POST('/workers', { body: worker as never }));
            announce('The worker is created.');
            await cache.invalidateQueries({ queryKey: ['workers'] });
            await navigate({ to: '/workers/$id', params: { id: made.id } });
          }}
        />
      </Guarded>
    </Page>
  );
}

export function EditWorkerPage(): ReactElement {
  const { id } = editRoute.useParams();
  const query = useQuery({ ...oneWorker(id), staleTime: Infinity, refetchOnWindowFocus: false });
  const name = query.data?.value.name;
  const to = (text: string): ReactElement => (
    <Link to="/workers/$id" params={{ id }}>
      {text}
    </Link>
  );
  return (
    <EditingPage
      noun="worker"
      query={query}
      name={name}
      role="admin"
      crumbs={
        <>
          <Link to="/workers">Workers</Link> / {to(name ?? id)}
        </>
      }
      back={to('To the worker')}
    >
      {({ value, etag }) => <Editing key={id} id={id} worker={value} etag={etag} />}
    </EditingPage>
  );
}

function Editing({
  id,
  worker,
  etag,
}: {
  readonly id: string;
  readonly worker: Worker;
  readonly etag: string | null;
}): ReactElement {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const path = { path: { id } };
  // The source of the hidden secrets: the stored definition, as it was last read.
  const stored = useRef(worker);
  return (
    <DefinitionEditor
      noun="worker"
      schemaName="WorkerReplacement"
      form={WorkerForm}
      draftKey={`worker ${id}`}
      start={contentOf(worker)}
      etag={etag}
      isNew={false}
      read={async () => {
        const { value, etag: now } = await cache.query({ ...oneWorker(id), staleTime: 0 });
        stored.current = value;
        return { content: contentOf(value), etag: now };
      }}
      save={async (next, tag) => {
        const header = tag === null ? {} : { 'If-Match': tag };
        const body = withSecretsOf(next, stored.current) as never;
        const saved = await ok(api.PUT('/workers/{id}', { params: { ...path, header }, body }));
        announce(`Saved as version ${saved.version}.`);
        await cache.invalidateQueries({ queryKey: ['workers'] });
        await navigate({ to: '/workers/$id', params: { id } });
      }}
    />
  );
}
