/** Creates a monitor, or changes when it is due and which channels are notified. */
import { useState, type ReactElement } from 'react';
import { NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { tenantsList } from '../api/questions.js';
import { TenantChoice } from '../parts/choices.js';
import { ChannelsChoice } from '../parts/several-choices.js';
import { Dialog } from '../parts/dialog.js';
import { ZoneSelect } from '../parts/zone-select.js';

type Monitor = Schemas['Monitor'];
type Spec = Schemas['MonitorReplacement'];

const DAY_SECONDS = 86_400;
const DEFAULTS: Spec = { schedule: { every: DAY_SECONDS } };

interface Editing {
  readonly monitor: Monitor | null;
  readonly onClose: () => void;
}

export function MonitorDialog({ monitor, onClose }: Editing): ReactElement {
  const cache = useQueryClient();
  const { data: tenants } = useQuery(tenantsList());
  const { may } = useRights();
  const [id, setId] = useState(monitor?.id ?? '');
  const [chosen, setTenant] = useState<string | null>(monitor?.tenant ?? null);
  const [spec, setSpec] = useState<Spec>(monitor === null ? DEFAULTS : specOf(monitor));
  const offered = tenants?.items.map((each) => each.id).filter((each) => may('editor', each)) ?? [];
  const tenant = chosen ?? offered[0] ?? '';
  const set = (change: Partial<Spec>): void => {
    setSpec((before) => ({ ...before, ...change }));
  };
  const save = async (): Promise<string> => {
    const at = { params: { path: { id }, query: { tenant } } };
    if (monitor) await ok(api.PUT('/monitors/{id}', { ...at, body: spec }));
    else await ok(api.POST('/monitors', { body: { id, tenant, ...spec } }));
    await cache.invalidateQueries({ queryKey: ['monitors'] });
    return monitor
      ? 'The monitor is saved.'
      : 'The monitor is created: the work that it watches must now ping its address.';
  };
  return (
    <Dialog
      title={monitor ? `Monitor ${monitor.id}` : 'New monitor'}
      confirm="Save"
      disabled={id === ''}
      onClose={onClose}
      onConfirm={save}
    >
      {monitor === null && (
        <TextInput
          label="Id"
          placeholder="backup"
          value={id}
          onChange={({ currentTarget }) => {
            setId(currentTarget.value);
          }}
        />
      )}
      {monitor === null && offered.length > 1 && <TenantChoice role="editor" value={tenant} onChange={setTenant} />}
      <TextInput
        label="Name"
        value={spec.name ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { name: _name, ...rest } = spec;
          setSpec(value === '' ? rest : { ...rest, name: value });
        }}
      />
      <ScheduleFields spec={spec} set={set} />
      <NumberInput
        label="Grace period in seconds"
        description="from the due time until the monitor is down"
        placeholder="300"
        min={1}
        value={spec.graceSeconds ?? ''}
        onChange={(value) => {
          const { graceSeconds: _grace, ...rest } = spec;
          setSpec(value === '' ? rest : { ...rest, graceSeconds: Number(value) });
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
        onChange={({ currentTarget: { checked } }) => {
          set({ enabled: checked });
        }}
      />
    </Dialog>
  );
}

/** The fields of a shown monitor that the API accepts. */
function specOf(monitor: Monitor): Spec {
  const { name, labels, schedule, graceSeconds, runSeconds, enabled, channels, escalation, quietHours } = monitor;
  const given = { name, labels, schedule, graceSeconds, runSeconds, enabled, channels, escalation, quietHours };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as unknown as Spec;
}

interface Part {
  readonly spec: Spec;
  readonly set: (change: Partial<Spec>) => void;
}

function ScheduleFields({ spec: { schedule }, set }: Part): ReactElement {
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
            onChange={({ currentTarget: { value } }) => {
              const parts = value.split(';').map((each) => each.trim());
              set({ schedule: { ...schedule, cron: parts.length > 1 ? parts : value } });
            }}
          />
          <ZoneSelect
            value={timezone}
            onChange={(zone) => {
              set({ schedule: { ...schedule, timezone: zone } });
            }}
          />
        </>
      ) : (
        <NumberInput
          label="Seconds between successes"
          min={1}
          value={every}
          onChange={(value) => {
            set({ schedule: { every: Number(value) } });
          }}
        />
      )}
    </>
  );
}
