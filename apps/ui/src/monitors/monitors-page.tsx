/** Monitors of work that runs elsewhere. */
import { useState, type ReactElement } from 'react';
import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MASK } from '#common/domain/mask.js';
import { api, ofDefinition, ok, refresh, type Schemas, useRights, type Rights } from '../api/client.js';
import { monitorsList } from '../api/questions.js';
import { CopyButton } from '../parts/copy-button.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { NumberField } from '../parts/fields.js';
import { checked, typed } from '../parts/inputs.js';
import { DefinitionsPage, DeleteDefinition, nameColumn, useOwner } from '../parts/list-page.js';
import { OpenIncidentsLink, State, type Tone } from '../parts/objects.js';
import { ChannelsChoice } from '../parts/several-choices.js';
import { actionsColumn, column, plainColumn, type Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { ZoneSelect } from '../parts/zone-select.js';

type Monitor = Schemas['Monitor'];

const TONES: Readonly<Record<Monitor['state'], Tone>> = {
  new: 'wait',
  up: 'good',
  running: 'run',
  late: 'warn',
  down: 'bad',
  paused: 'off',
};

/** The words for states, as in the table of the glossary. */
const TEXTS: Readonly<Record<Monitor['state'], string>> = {
  new: 'New',
  up: 'Up',
  running: 'Running',
  late: 'Late',
  down: 'Down',
  paused: 'Paused',
};

export function MonitorsPage(): ReactElement {
  const monitors = useQuery(monitorsList());
  const { may } = useRights();
  return (
    <DefinitionsPage
      noun="monitor"
      query={monitors}
      columns={columnsOf(may)}
      empty="No monitors yet. A monitor watches work that runs elsewhere: the work pings an address when it succeeds, and people are notified when the ping does not come."
      create={{ role: 'editor', begin: opens(<MonitorDialog monitor={null} />) }}
    />
  );
}

const columnsOf = (may: Rights['may']): readonly Column<Monitor>[] => [
  nameColumn('Monitor'),
  column('State', ({ state }) => (
    <OpenIncidentsLink isOpen={state === 'down'}>
      <State tone={TONES[state]}>{TEXTS[state]}</State>
    </OpenIncidentsLink>
  )),
  column('Expected', ({ schedule }) => <code>{expected(schedule)}</code>),
  column('Last ping', ({ lastPing, lastPingAt }) =>
    lastPingAt === null ? (
      'never'
    ) : (
      <>
        <When at={lastPingAt} /> <span className="dim">{lastPing}</span>
      </>
    ),
  ),
  column('Due', ({ dueAt }) => (dueAt === null ? '' : <When at={dueAt} />)),
  plainColumn('Tenant', 'tenant'),
  actionsColumn(
    (monitor) =>
      may('editor', monitor.tenant) && (
        <>
          {monitor.pingUrl !== MASK && <CopyButton text={monitor.pingUrl} label="Copy address" />}
          <Button onClick={opens(<MonitorDialog monitor={monitor} />)}>Edit…</Button>
          <DeleteDefinition noun="monitor" definition={monitor}>
            Its pings and incidents are deleted, too, and its address no longer works.
          </DeleteDefinition>
        </>
      ),
  ),
];

const expected = ({ cron, every, timezone }: Monitor['schedule']): string =>
  every === undefined ? `${[cron ?? ''].flat().join('; ')} ${timezone ?? 'UTC'}` : `every ${every} s`;

type Spec = Schemas['MonitorReplacement'];

const DAY_SECONDS = 86_400;
const DEFAULTS: Spec = { schedule: { every: DAY_SECONDS } };

function MonitorDialog({ monitor }: { readonly monitor: Monitor | null }): ReactElement {
  const { tenant, field: tenantField } = useOwner('editor', monitor);
  const [id, setId] = useState(monitor?.id ?? '');
  const [spec, setSpec] = useState<Spec>(monitor === null ? DEFAULTS : specOf(monitor));
  const set = (change: Partial<Spec>): void => {
    setSpec((before) => ({ ...before, ...change }));
  };
  const save = async (): Promise<string> => {
    if (monitor) await ok(api.PUT('/monitors/{id}', { ...ofDefinition(monitor), body: spec }));
    else await ok(api.POST('/monitors', { body: { id, tenant, ...spec } }));
    await refresh('monitors');
    return monitor
      ? 'The monitor is saved.'
      : 'The monitor is created: the work that it watches must now ping its address.';
  };
  return (
    <Dialog
      title={monitor ? `Monitor ${monitor.id}` : 'New monitor'}
      confirm="Save"
      disabled={id === ''}
      onConfirm={save}
    >
      {monitor === null && <TextInput label="Id" placeholder="backup" value={id} onChange={typed(setId)} />}
      {tenantField}
      <TextInput
        label="Name"
        value={spec.name ?? ''}
        onChange={typed((name) => {
          setSpec(definedOf({ ...spec, name: name || undefined }));
        })}
      />
      <ScheduleFields spec={spec} set={set} />
      <NumberField
        label="Grace period in seconds"
        description="from the due time until the monitor is down"
        placeholder="300"
        min={1}
        value={spec.graceSeconds}
        onChange={(graceSeconds) => {
          setSpec(definedOf({ ...spec, graceSeconds }));
        }}
      />
      <ChannelsChoice
        label="Channels"
        description="that are notified when the monitor is down, and when it is up again"
        tenant={tenant}
        value={spec.channels ?? []}
        onChange={(channels) => {
          set({ channels });
        }}
      />
      <Switch
        label="Enabled"
        checked={spec.enabled ?? true}
        onChange={checked((enabled) => {
          set({ enabled });
        })}
      />
    </Dialog>
  );
}

/** The fields of a stored monitor that the API accepts. */
function specOf(monitor: Monitor): Spec {
  const { name, labels, schedule, graceSeconds, runSeconds, enabled, channels, escalation, quietHours } = monitor;
  return definedOf({ name, labels, schedule, graceSeconds, runSeconds, enabled, channels, escalation, quietHours });
}

/** Without the fields that have no value. */
const definedOf = (spec: { readonly [Name in keyof Spec]: Spec[Name] | undefined }): Spec =>
  Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)) as unknown as Spec;

interface ScheduleFieldsProps {
  readonly spec: Spec;
  readonly set: (change: Partial<Spec>) => void;
}

function ScheduleFields({ spec: { schedule }, set }: ScheduleFieldsProps): ReactElement {
  const { cron, every, timezone = 'UTC' } = schedule;
  return (
    <>
      <SegmentedControl
        aria-label="When a success is due"
        value={every === undefined ? 'cron' : 'every'}
        data={[
          { value: 'every', label: 'At intervals' },
          { value: 'cron', label: 'At times' },
        ]}
        onChange={(kind) => {
          set({ schedule: kind === 'every' ? { every: DAY_SECONDS } : { cron: '0 3 * * *', timezone } });
        }}
      />
      {every === undefined ? (
        <>
          <TextInput
            label="Cron expression"
            value={[cron ?? ''].flat().join('; ')}
            onChange={typed((text) => {
              const parts = text.split(';').map((each) => each.trim());
              set({ schedule: { ...schedule, cron: parts.length > 1 ? parts : text } });
            })}
          />
          <ZoneSelect
            value={timezone}
            onChange={(zone) => {
              set({ schedule: { ...schedule, timezone: zone } });
            }}
          />
        </>
      ) : (
        <NumberField
          label="Seconds between successes"
          min={1}
          value={every}
          onChange={(value = 0) => {
            set({ schedule: { every: value } });
          }}
        />
      )}
    </>
  );
}
