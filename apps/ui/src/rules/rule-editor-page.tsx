/** Creates or changes a rule. */
import type { ReactElement } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api, ok, type Schemas } from '../api/client.js';
import { oneRule } from '../api/questions.js';
import { DefinitionEditor } from '../parts/definition-editor.js';
import { EditingPage } from '../parts/editing-page.js';
import type { Content } from '../parts/definition-text.js';
import { editedPart } from '../parts/hidden-secrets.js';
import { Guarded } from '../parts/may-not.js';
import { Page } from '../parts/page.js';
import { announce } from '../parts/toasts.js';
import { RuleForm } from './rule-form.js';

const editRoute = getRouteApi('/rules/$tenant/$id/edit');
/** Fields that the API adds to a rule, and that are never edited. */
const SHOWN_ONLY = ['id', 'tenant', 'state', 'watched', 'affected', 'lookedAt', 'updatedAt', 'updatedBy'];

const contentOf = (rule: Schemas['Rule']): Content => editedPart(rule, SHOWN_ONLY);

export function NewRulePage(): ReactElement {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return (
    <Page title="New rule" crumbs={<Link to="/rules">Rules</Link>}>
      <Guarded act="create rules" role="editor" back={<Link to="/rules">To the rules</Link>}>
        <DefinitionEditor
          noun="rule"
          schemaName="NewRule"
          form={RuleForm}
          draftKey="new rule"
          start={{ id: '', tenant: '', when: { type: 'failuresInRow', count: 3 } }}
          isNew
          save={async (rule) => {
            await ok(api.POST('/rules', { body: rule as never }));
            announce('The rule is created.');
            await cache.invalidateQueries({ queryKey: ['rules'] });
            await navigate({ to: '/rules' });
          }}
        />
      </Guarded>
    </Page>
  );
}

export function EditRulePage(): ReactElement {
  const { tenant, id } = editRoute.useParams();
  const query = useQuery({ ...oneRule(tenant, id), staleTime: Infinity, refetchOnWindowFocus: false });
  return (
    <EditingPage
      noun="rule"
      query={query}
      name={query.data?.value.name ?? id}
      role="editor"
      tenant={tenant}
      crumbs={<Link to="/rules">Rules</Link>}
      back={<Link to="/rules">To the rules</Link>}
    >
      {({ value, etag }) => <Editing key={`${tenant}/${id}`} rule={value} etag={etag} />}
    </EditingPage>
  );
}

interface Edited {
  readonly rule: Schemas['Rule'];
  readonly etag: string | null;
}

function Editing({ rule, etag }: Edited): ReactElement {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { tenant, id } = rule;
  const params = { path: { id }, query: { tenant } };
  return (
    <DefinitionEditor
      noun="rule"
      schemaName="RuleReplacement"
      form={RuleForm}
      tenant={tenant}
      draftKey={`rule ${tenant}/${id}`}
      start={contentOf(rule)}
      etag={etag}
      isNew={false}
      read={async () => {
        const { value, etag: now } = await cache.query({ ...oneRule(tenant, id), staleTime: 0 });
        return { content: contentOf(value), etag: now };
      }}
      save={async (next, tag) => {
        const header = tag === null ? {} : { 'If-Match': tag };
        await ok(api.PUT('/rules/{id}', { params: { ...params, header }, body: next as never }));
        announce('The rule is saved.');
        await cache.invalidateQueries({ queryKey: ['rules'] });
        await navigate({ to: '/rules' });
      }}
    />
  );
}
