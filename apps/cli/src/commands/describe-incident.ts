/** `describe incident`: what is wrong, what it affects, what was changed before, who was told, and what people have noted. */
import { dataOf, type Schemas } from '#client/client.js';
import { listing, when } from '../output/columns.js';
import type { Printer } from '../output/printer.js';
import { whenText } from '../output/time-text.js';
import type { Session } from '../session/session.js';
import { byId } from './arguments.js';

type Incident = Schemas['Incident'];

const jobs = listing<Incident['jobs'][number]>('no jobs', 'id', {
  JOB: 'id',
  SINCE: when('since'),
  PROBLEM: 'message',
  'FAILED RUN': 'run',
});

const changes = listing<Schemas['ListIncidentChangesAnswer']['items'][number]>('no changes', 'object', {
  AT: when('at'),
  BY: 'by',
  ACTION: 'action',
  OBJECT: 'object',
  DETAIL: 'detail',
});

const notices = listing<Schemas['Delivery']>('no notices', 'id', {
  STEP: 'on',
  TO: 'to',
  STATE: 'state',
  AT: when('decidedAt'),
});

const notes = listing<Incident['notes'][number]>('no notes', 'at', { AT: when('at'), BY: 'by', NOTE: 'text' });

export async function describeIncident({ client, printer }: Session, id: string): Promise<void> {
  const incident = await dataOf(client.GET('/incidents/{id}', byId(id)));
  if (printer.isData) {
    printer.value(incident);
    return;
  }
  const [before, told] = await Promise.all([
    dataOf(client.GET('/incidents/{id}/changes', byId(id))),
    dataOf(client.GET('/incidents/{id}/deliveries', byId(id))),
  ]);
  printFacts(printer, incident);
  printer.heading('Affected jobs');
  printer.list(incident.jobs, jobs);
  printer.heading('Changed in the hour before');
  printer.list(before.items, changes);
  printer.heading('Notices');
  printer.list(told.items, notices);
  printer.heading('Notes');
  printer.list(incident.notes, notes);
}

function printFacts(printer: Printer, incident: Incident): void {
  const { id, tenant, source, monitor, message, state, reason, openedAt } = incident;
  const { acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy, endCause } = incident;
  const at = (time: string | null): string => whenText(time, printer.now) ?? '';
  printer.fields({
    Id: id,
    Incident: message,
    State: state,
    Of: `${source}/${monitor}`,
    Tenant: tenant,
    Condition: reason,
    Opened: at(openedAt),
    Acknowledged: acknowledgedAt === null ? undefined : `by ${acknowledgedBy ?? ''} ${at(acknowledgedAt)}`,
    Ended: resolvedAt === null ? undefined : `${endCause ?? `by ${resolvedBy ?? ''}`} ${at(resolvedAt)}`,
  });
}
