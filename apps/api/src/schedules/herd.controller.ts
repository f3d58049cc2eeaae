import { requireRole, tenantOf } from '../access/require-access.js';
import { timeText } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import type { HerdMinute } from './core/herd.js';
import { HerdReader } from './herd-reader.js';
import { herdRoutes as routes } from './herd.routes.js';

type Answer = AnswerOf<(typeof routes)['getHerd']>;
type ShownMinute = Answer['body']['crowded'][number];

@Serves(routes)
export class HerdController {
  constructor(private readonly reader: HerdReader) {}

  readonly handlers: Handlers<typeof routes> = {
    getHerd: async ({ caller, query }) => {
      const tenant = tenantOf(caller, query.tenant);
      requireRole(caller, tenant, 'viewer');
      const { from, to, peak, peakAfter, crowded, suggestions, ...counts } = await this.reader.read(tenant, query);
      return {
        body: {
          ...counts,
          from: timeText(from),
          to: timeText(to),
          peak: peak && toShown(peak),
          peakAfter: peakAfter && toShown(peakAfter),
          crowded: crowded.map(toShown),
          suggestions: suggestions.map((each) => ({ ...each })),
        },
      };
    },
  };
}

const toShown = ({ at, starts, jobs }: HerdMinute): ShownMinute => ({
  at: timeText(at),
  starts,
  jobs: jobs.map((job) => ({ ...job })),
});
