/** Registers or changes a worker. */
import type { ReactElement } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { refresh } from '../api/cache.js';
import { api, ok, type Worker } from '../api/client.js';
import { oneWorker } from '../api/questions.js';
import { DefinitionEditor, EditPage } from '../parts/definition-editor.js';
import { editedPart, withSecretsOf } from '../parts/hidden-secrets.js';
import { Guarded } from '../parts/may-not.js';
import { Page } from '../parts/page.js';
import { announce } from '../parts/toasts.js';
import { ADDED, WorkerForm } from './worker-form.js';

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
      contentOf={(worker) => editedPart(worker, ADDED)}
      save={async (worker, header, original) => {
        const body = withSecretsOf(worker, original) as never;
        const { version } = await ok(api.PUT('/workers/{id}', { params: { path: { id }, header }, body }));
        await end(`Saved as version ${version}.`, id);
      }}
    />
  );
}
