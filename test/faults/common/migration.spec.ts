/** One process at a time migrates the database for a version, whatever process dies or stands still meanwhile. */
import { freshDatabaseUri } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { IN_THE_MIDDLE, LIMIT_MS, MigrationsOfThisFile } from '../../integration/common/support/migrations.js';

const { migration, opened } = new MigrationsOfThisFile();

test(
  'if a migration dies in the middle, the next one continues with the remaining steps',
  async () => {
    const uri = freshDatabaseUri();
    const mongo = await opened(uri);
    const wanted = await mongo.incomplete();
    const first = await migration(uri, (count, child) => {
      if (count > IN_THE_MIDDLE) child.kill('SIGKILL');
    });
    await first.ended;
    expect((await mongo.incomplete()).length).toBeGreaterThan(0);
    const second = await migration(uri);
    expect(await second.ended).toBe(0);
    expect(await mongo.missingIndexes()).toEqual([]);
    expect(second.made).toEqual(
      wanted.filter((name) => !first.made.slice(0, IN_THE_MIDDLE).includes(name) && second.made.includes(name)),
    );
    expect(new Set([...first.made, ...second.made])).toEqual(new Set(wanted));
  },
  LIMIT_MS,
);

test(
  'a migration that stands still past its lease is followed by the next, and does nothing more when it continues',
  async () => {
    const uri = freshDatabaseUri();
    const mongo = await opened(uri);
    const first = await migration(uri, (count, child) => {
      if (count === IN_THE_MIDDLE) child.kill('SIGSTOP');
    });
    await until('the first to stand still', () => first.made.length === IN_THE_MIDDLE, LIMIT_MS);
    const second = await migration(uri);
    expect(await second.ended).toBe(0);
    expect(second.made.length).toBeGreaterThan(0);
    first.child.kill('SIGCONT');
    // Another process has its lease: it reports that.
    expect(await first.ended).toBe(1);
    expect(first.made).toHaveLength(IN_THE_MIDDLE);
    expect(await mongo.missingIndexes()).toEqual([]);
  },
  LIMIT_MS,
);
