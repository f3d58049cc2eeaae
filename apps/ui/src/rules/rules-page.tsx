/** Rules about jobs, and their incidents. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { rulesList } from '../api/questions.js';
import { IncidentsCard } from '../monitors/incidents-card.js';
import { DefinitionsPage } from '../parts/definitions-page.js';
import { useDialog } from '../parts/dialog.js';
import { RemovalDialog } from '../parts/removal-dialog.js';
import { State, type Tone } from '../parts/state.js';
import type { Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { countText } from '../parts/time-text.js';
import { conditionText } from './rule-form.js';

type Rule = Schemas['Rule'];

const TONES: Readonly<Record<Rule['state'], Tone>> = { new: 'wait', ok: 'good', alert: 'bad', paused: 'off' };

export function RulesPage(): ReactElement {
  const rules = useQuery(rulesList());
  const navigate = useNavigate();
  const { may } = useRights();
  const { shown, open } = useDialog();
  return (
    <DefinitionsPage
      noun="rule"
      query={rules}
      columns={columnsOf(may, open, (params) => void navigate({ to: '/rules/$tenant/$id/edit', params }))}
      empty="No rules yet. A rule watches all jobs of a tenant, or those with a label, for a condition such as failures in a row or late starts. It opens one incident for all affected jobs."
      create={{ role: 'editor', begin: () => void navigate({ to: '/rules/new' }) }}
    >
      <IncidentsCard />
      {shown}
    </DefinitionsPage>
  );
}

type May = ReturnType<typeof useRights>['may'];
type Open = ReturnType<typeof useDialog>['open'];
type Edit = (of: Pick<Rule, 'tenant' | 'id'>) => void;

const columnsOf = (may: May, open: Open, edit: Edit): readonly Column<Rule>[] => [
  {
    title: 'Rule',
    look: 'main',
    cell: ({ id, name }) => (
      <div>
        {name ?? id} {name !== undefined && name !== id && <code className="dim">{id}</code>}
      </div>
    ),
  },
  { title: 'State', cell: ({ state }) => <State tone={TONES[state]}>{state}</State> },
  { title: 'When', cell: ({ when }) => conditionText(when) },
  { title: 'Jobs', cell: ({ match }) => jobsText(match) },
  {
    title: 'Affected',
    cell: ({ affected, watched }) =>
      watched !== null && (
        <span title="Paused and disabled jobs are not watched.">
          {affected} of {countText(watched, 'watched job')}
        </span>
      ),
  },
  { title: 'Checked', cell: ({ lookedAt }) => (lookedAt === null ? 'never' : <When at={lookedAt} />) },
  { title: 'Tenant', cell: ({ tenant }) => tenant },
  {
    title: 'Actions',
    isUntitled: true,
    cell: (rule) =>
      may('editor', rule.tenant) && (
        <div className="actions">
          <Button
            onClick={() => {
              edit({ tenant: rule.tenant, id: rule.id });
            }}
          >
            Edit…
          </Button>
          <Button
            onClick={() => {
              open((close) => <RemoveDialog rule={rule} onClose={close} />);
            }}
          >
            Delete…
          </Button>
        </div>
      ),
  },
];

function jobsText(match: Rule['match']): string {
  if (match?.job !== undefined) return match.job;
  if (match?.labels === undefined) return 'all';
  return Object.entries(match.labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function RemoveDialog({ rule, onClose }: { readonly rule: Rule; readonly onClose: () => void }): ReactElement {
  const { id, tenant } = rule;
  const remove = async (): Promise<unknown> =>
    ok(api.DELETE('/rules/{id}', { params: { path: { id }, query: { tenant } } }));
  return (
    <RemovalDialog noun="rule" name={id} remove={remove} onClose={onClose}>
      <p style={{ margin: 0 }}>Its incidents are deleted, too, without a notice.</p>
    </RemovalDialog>
  );
}
