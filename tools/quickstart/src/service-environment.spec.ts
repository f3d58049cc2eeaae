import { ownVariables, pathPrefixOf, withDatabase, withoutCredentials } from './service-environment.js';

describe('the database of a MongoDB URI', () => {
  it.each([
    ['without a path', 'mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/carillon'],
    ['with options only', 'mongodb://h:1/?replicaSet=rs0', 'mongodb://h:1/carillon?replicaSet=rs0'],
    ['with several hosts', 'mongodb://a:1,b:2', 'mongodb://a:1,b:2/carillon'],
    ['with credentials', 'mongodb+srv://me:pw@cluster.example/', 'mongodb+srv://me:pw@cluster.example/carillon'],
  ])('is the default one %s', (_, uri, want) => {
    expect(withDatabase(uri)).toBe(want);
  });

  it('is the database that the URI names', () => {
    expect(withDatabase('mongodb://h:1/mine?replicaSet=rs0')).toBe('mongodb://h:1/mine?replicaSet=rs0');
  });
});

describe('the prefix of all paths', () => {
  it('is parsed as the services parse it', () => {
    expect(pathPrefixOf({})).toBe('');
    expect(pathPrefixOf({ PATH_PREFIX: '/x/' })).toBe('/x');
  });

  it('is refused before anything is started', () => {
    expect(() => pathPrefixOf({ PATH_PREFIX: 'x y' })).toThrow('PATH_PREFIX: must be a path such as /carillon');
  });
});

describe('a setting of one service', () => {
  it('is given to that service only, without its prefix', () => {
    const env = { EXECUTOR__ENGINES: 'kubernetes', LOG_COLLECTOR__KUB_TOKEN: 't', EXECUTOR: 'x', PATH: '/bin' };
    expect(ownVariables('executor', env)).toEqual({ ENGINES: 'kubernetes' });
    expect(ownVariables('log-collector', env)).toEqual({ KUB_TOKEN: 't' });
    expect(ownVariables('api', env)).toEqual({});
  });
});

test.each([
  ['nats://127.0.0.1:4222', 'nats://127.0.0.1:4222'],
  ['nats://ada:secret@a:1,nats://ada:secret@b', 'nats://***@a:1,nats://***@b'],
  ['mongodb://ada:sec@ret@a,b/carillon?x=y', 'mongodb://***@a,b/carillon?x=y'],
])('%s is shown without credentials', (urls, shown) => {
  expect(withoutCredentials(urls)).toBe(shown);
});
