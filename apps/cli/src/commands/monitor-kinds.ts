/** How monitors, rules and incidents are listed. */
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { incidentListing, monitorListing, ruleListing } from '../output/monitor-listings.js';
import { given } from './arguments.js';
import { each, itemsAt, pageSize, type Kind } from './kind.js';

export const monitors: Kind<Schemas['Monitor'], object> = {
  name: 'monitors',
  alias: 'monitor',
  argument: '[ids...]',
  description: 'monitors of work that runs elsewhere, with their states',
  listing: monitorListing,
  items: itemsAt('/monitors', true),
};

export const rules: Kind<Schemas['Rule'], object> = {
  name: 'rules',
  alias: 'rule',
  argument: '[ids...]',
  description: 'rules about jobs, with their states',
  listing: ruleListing,
  items: itemsAt('/rules', true),
};

interface IncidentOptions {
  readonly state?: Schemas['Incident']['state'];
  readonly monitor?: string;
  readonly rule?: string;
}

export const incidents: Kind<Schemas['Incident'], IncidentOptions> = {
  name: 'incidents',
  alias: 'incident',
  argument: '[ids...]',
  description: 'incidents of monitors and rules, newest first',
  listing: incidentListing,
  options: (command) =>
    command
      .option('--state <state>', 'only incidents in this state: open, acknowledged or resolved')
      .option('--monitor <id>', 'only incidents of this monitor')
      .option('--rule <id>', 'only incidents of this rule'),
  items: ({ client, tenant }, ids, options) => {
    if (ids.length > 0)
      return each(ids, async (id) => dataOf(client.GET('/incidents/{id}', { params: { path: { id } } })));
    const { state, monitor, rule } = options;
    const query = given({ tenant, state, monitor, rule });
    return itemsOf(async (cursor) =>
      dataOf(
        client.GET('/incidents', { params: { query: { ...query, limit: pageSize(options), ...given({ cursor }) } } }),
      ),
    );
  },
};
