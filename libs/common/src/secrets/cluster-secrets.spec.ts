import { systemClock } from '../clock/clock.js';
import { createLogger } from '../logging/logger.js';
import { ClusterSecrets } from './make-run-secrets.js';

const ROOT = '/api/v1/namespaces/workers/secrets';

/** Reads from a cluster that has one secret; gives the requested paths as well. */
async function read(secret: string, key: string): Promise<{ value: string | null; paths: readonly string[] }> {
  const paths: string[] = [];
  const client = {
    namespace: 'workers',
    call: ({ path }: { readonly path: string }): Promise<unknown> => {
      paths.push(path);
      return Promise.resolve(path === `${ROOT}/db` ? { data: { password: btoa('s3cret') } } : {});
    },
  };
  const secrets = new ClusterSecrets(client, systemClock, createLogger('test', 'silent'));
  return { value: await secrets.read(null, { secret, key }), paths };
}

test('the reader gives the value of a key, and nothing for a key that does not exist', async () => {
  expect(await read('db', 'password')).toEqual({ value: 's3cret', paths: [`${ROOT}/db`] });
  expect((await read('db', 'user')).value).toBeNull();
});

test('a name never leads outside of its namespace', async () => {
  const { paths } = await read('../../others/secrets/db', 'password');
  expect(paths).toEqual([`${ROOT}/..%2F..%2Fothers%2Fsecrets%2Fdb`]);
});
