/** How monitors, rules and incidents are listed. */
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { incidentListing, monitorListing, ruleListing } from '../output/monitor-listings.js';
import { given } from './arguments.js';
import { each, itemsAt, pageSize, type Kind } from './kind.js';

export const monitors: Kind<Schemas['Monitor'], object> = {
  name: 'monitors',
  alias: 'monitor',
  argument: '[ids...]',
  description: 'work that runs elsewhere, and whether it does',
  listing: monitorListing,
  items: itemsAt('/monitors', true),
};

export const rules: Kind<Schemas['Rule'], object> = {
  name: 'rules',
  alias: 'rule',
  argument: '[ids...]',
  description: 'what must not go wrong with jobs, and whether it does',
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
  description: 'what monitors and rules have found, newest first',
  listing: incidentListing,
  options: (command) =>
    command
      .option('--state <state>', 'open, acknowledged or resolved')
      .option('--monitor <id>', 'only those of this monitor')
      .option('--rule <id>', 'only those of this rule'),
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
