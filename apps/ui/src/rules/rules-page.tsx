/** Rules about jobs, and their incidents. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRights, type Rights } from '../api/caller.js';
import { api, ofDefinition, ok, type Schemas } from '../api/client.js';
import { rulesList } from '../api/questions.js';
import { IncidentsCard } from '../monitors/incidents-card.js';
import { DefinitionsPage } from '../parts/definitions-page.js';
import { DeleteButton } from '../parts/dialog.js';
import { State, type Tone } from '../parts/state.js';
import { column, actionsColumn, type Column, plainColumn } from '../parts/table.js';
import { When } from '../parts/time.js';
import { countText } from '../parts/time-text.js';
import { conditionText } from './rule-form.js';

type Rule = Schemas['Rule'];

const TONES: Readonly<Record<Rule['state'], Tone>> = { new: 'wait', ok: 'good', alert: 'bad', paused: 'off' };

export function RulesPage(): ReactElement {
  const rules = useQuery(rulesList());
  const navigate = useNavigate();
  const { may } = useRights();
  return (
    <DefinitionsPage
      noun="rule"
      query={rules}
      columns={columnsOf(may)}
      empty="No rules yet. A rule watches all jobs of a tenant, or those with a label, for a condition such as failures in a row or late starts. It opens one incident for all affected jobs."
      create={{ role: 'editor', begin: () => void navigate({ to: '/rules/new' }) }}
    >
      <IncidentsCard />
    </DefinitionsPage>
  );
}

const columnsOf = (may: Rights['may']): readonly Column<Rule>[] => [
  column(
    'Rule',
    ({ id, name }) => (
      <div>
        {name ?? id} {name !== undefined && name !== id && <code className="dim">{id}</code>}
      </div>
    ),
    'main',
  ),
  column('State', ({ state }) => <State tone={TONES[state]}>{state}</State>),
  column('When', ({ when }) => conditionText(when)),
  column('Jobs', ({ match }) => jobsText(match)),
  column(
    'Affected',
    ({ affected, watched }) =>
      watched !== null && (
        <span title="Paused and disabled jobs are not watched.">
          {affected} of {countText(watched, 'watched job')}
        </span>
      ),
  ),
  column('Checked', ({ lookedAt }) => (lookedAt === null ? 'never' : <When at={lookedAt} />)),
  plainColumn('Tenant', 'tenant'),
  actionsColumn(
    ({ id, tenant }) =>
      may('editor', tenant) && (
        <>
          <EditButton rule={{ id, tenant }} />
          <DeleteButton
            noun="rule"
            name={id}
            remove={() => ok(api.DELETE('/rules/{id}', ofDefinition({ id, tenant })))}
          >
            Its incidents are deleted, too, without a notice.
          </DeleteButton>
        </>
      ),
  ),
];

function jobsText(match: Rule['match']): string {
  if (match?.job !== undefined) return match.job;
  if (match?.labels === undefined) return 'all';
  return Object.entries(match.labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function EditButton({ rule }: { readonly rule: Pick<Rule, 'id' | 'tenant'> }): ReactElement {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: '/rules/$tenant/$id/edit', params: rule })}>Edit…</Button>;
}
