import { CronJob } from 'cron';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { DatabaseClock } from '../clock/database-time.js';
import type { MembersStore } from '../mongo/members.store.js';

const EVERY_HOUR = '17 * * * *';
/** A replica that left no word is remembered this long, for those who ask what happened. */
const SILENT_MEMBER_KEPT_MS = 24 * 3_600_000;

/** Chores that any replica may do, and that doing twice does no harm. Gives the function that ends them. */
export function startHousekeeping(members: MembersStore, database: DatabaseClock, log: Logger): () => Promise<void> {
  const forgetSilentMembers = async (): Promise<void> => {
    try {
      await members.forgetSilent((await database.serverTime()) - SILENT_MEMBER_KEPT_MS);
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'housekeeping failed');
    }
  };
  const job = CronJob.from({ cronTime: EVERY_HOUR, timeZone: 'UTC', onTick: forgetSilentMembers, start: true });
  return async () => {
    await job.stop();
  };
}
