/** Creates or changes a rule. */
import type { ReactElement } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { refresh } from '../api/cache.js';
import { api, ofDefinition, ok, type Schemas } from '../api/client.js';
import { oneRule } from '../api/questions.js';
import { DefinitionEditor, EditPage } from '../parts/definition-editor.js';
import { editedPart } from '../parts/hidden-secrets.js';
import { Guarded } from '../parts/may-not.js';
import { Page } from '../parts/page.js';
import { announce } from '../parts/toasts.js';
import { RuleForm } from './rule-form.js';

const editRoute = getRouteApi('/rules/$tenant/$id/edit');
/** Fields that the API adds to a rule, and that are never edited. */
const ADDED = ['id', 'tenant', 'state', 'watched', 'affected', 'lookedAt', 'updatedAt', 'updatedBy'];
const CRUMBS = <Link to="/rules">Rules</Link>;
const BACK = <Link to="/rules">To the rules</Link>;

/** Shows the list after a change, with a message. */
function useEnd(): (message: string) => Promise<void> {
  const navigate = useNavigate();
  return async (message) => {
    announce(message);
    await refresh('rules');
    await navigate({ to: '/rules' });
  };
}

export function NewRulePage(): ReactElement {
  const end = useEnd();
  return (
    <Page title="New rule" crumbs={CRUMBS}>
      <Guarded act="create rules" role="editor" back={BACK}>
        <DefinitionEditor
          noun="rule"
          schemaName="NewRule"
          form={RuleForm}
          draftKey="new rule"
          start={{ id: '', tenant: '', when: { type: 'failuresInRow', count: 3 } }}
          isNew
          save={async (rule) => {
            await ok(api.POST('/rules', { body: rule as never }));
            await end('The rule is created.');
          }}
        />
      </Guarded>
    </Page>
  );
}

export function EditRulePage(): ReactElement {
  const { tenant, id } = editRoute.useParams();
  const end = useEnd();
  return (
    <EditPage<Schemas['Rule']>
      noun="rule"
      schemaName="RuleReplacement"
      form={RuleForm}
      draftKey={`rule ${tenant}/${id}`}
      role="editor"
      tenantOf={() => tenant}
      stored={oneRule(tenant, id)}
      name={({ name = id }) => name}
      crumbs={() => CRUMBS}
      back={BACK}
      contentOf={(rule) => editedPart(rule, ADDED)}
      save={async (rule, header) => {
        const { params } = ofDefinition({ tenant, id });
        await ok(api.PUT('/rules/{id}', { params: { ...params, header }, body: rule as never }));
        await end('The rule is saved.');
      }}
    />
  );
}
