/** How triggers, and the messages that were sent to them, are listed. */
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { messageListing, triggerListing } from '../output/trigger-listings.js';
import { given } from './arguments.js';
import { itemsAt, pageSize, type Kind } from './kind.js';

export const triggers: Kind<Schemas['Trigger'], object> = {
  name: 'triggers',
  alias: 'trigger',
  argument: '[ids...]',
  description: 'triggers, by which signed messages start runs of jobs',
  listing: triggerListing,
  items: itemsAt('/triggers', true),
};

export const messages: Kind<Schemas['TriggerDelivery'], object> = {
  name: 'messages',
  argument: '<trigger>',
  description: 'deliveries to a trigger, with their outcomes, newest first',
  listing: messageListing,
  items: ({ client, tenant }, [id = ''], options) =>
    itemsOf(async (cursor) =>
      dataOf(
        client.GET('/triggers/{id}/deliveries', {
          params: { path: { id }, query: { ...given({ tenant, cursor }), limit: pageSize(options) } },
        }),
      ),
    ),
};
