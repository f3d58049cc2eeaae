/** @promise S6 */
import { MAX_NAME_LENGTH } from '#common/domain/limits.js';
import { callerFromClaims, groupsAreLeftOut } from './oidc-claims.js';

test.each([
  [
    'texts',
    { carillon_roles: ['ibm:editor', '*:viewer'] },
    [
      ['ibm', 'editor'],
      ['*', 'viewer'],
    ],
  ],
  ['objects', { carillon_roles: [{ tenant: 'ibm', role: 'owner' }] }, [['ibm', 'owner']]],
  ['groups', { groups: ['staff', 'carillon:ibm:operator', 'carillon:x'] }, [['ibm', 'operator']]],
  [
    'both',
    { carillon_roles: ['a:viewer'], groups: ['carillon:b:viewer'] },
    [
      ['a', 'viewer'],
      ['b', 'viewer'],
    ],
  ],
  [
    'nothing, where no entry is valid',
    { carillon_roles: ['ibm', 'ibm:king', 7, ':viewer'], groups: { 'carillon:ibm:owner': false } },
    [],
  ],
])('roles are read from %s', (_form, claims, expected) => {
  const caller = callerFromClaims({ sub: 'u1', ...claims });
  expect(caller?.roles.map(({ tenant, role }) => [tenant, role])).toEqual(expected);
});

test('a claim with one value may be a text in place of an array, as issuers write one group', () => {
  const roles = new Map([['Platform Team', [{ tenant: 'ibm', role: 'editor' as const }]]]);
  const read = (claims: object): unknown =>
    callerFromClaims({ sub: 'u1', ...claims }, { claim: 'grp', roles })?.roles.map(({ tenant }) => tenant);
  expect(read({ groups: 'carillon:ibm:owner' })).toEqual(['ibm']);
  expect(read({ groups: 'Platform Team' })).toEqual(['ibm']);
  expect(read({ grp: 'Platform Team' })).toEqual(['ibm']);
  expect(read({ grp: 'staff, carillon:a:viewer carillon:b:viewer' })).toEqual(['a', 'b']);
  expect(read({ carillon_roles: 'ibm:viewer' })).toEqual(['ibm']);
});

test.each<[string, unknown]>([
  ['JSON in a text', '["staff","x"]'],
  ['an object of names (Zitadel)', { staff: { '17': 'zitadel.test' } }],
  ['an object of switches', { staff: true, ops: false, x: null }],
  ['objects of SCIM', [{ value: 'staff', display: 'Staff' }]],
  ['objects with names', [{ name: 'staff' }, { id: 'ops' }, 7, null]],
  ['texts with spaces', [' staff ', 'x']],
])('a list of groups may be %s', (_, groups) => {
  const roles = new Map([
    ['staff', [{ tenant: 'ibm', role: 'viewer' as const }]],
    ['ops', [{ tenant: '*', role: 'admin' as const }]],
  ]);
  const name = 'urn:zitadel:iam:org:project:roles';
  for (const claims of [{ groups }, { [name]: groups }])
    expect(callerFromClaims({ sub: 'u1', ...claims }, { claim: name, roles })?.roles).toEqual([
      { tenant: 'ibm', role: 'viewer' },
    ]);
});

test.each<[object, string]>([
  [{ preferred_username: '', name: ' ', email: 'grace@x.test' }, 'grace@x.test'],
  [{ upn: 'grace@x.test' }, 'grace@x.test'],
  [{ preferred_username: null, name: 'Grace' }, 'Grace'],
  [{ name: 'Grace\n\u202eHopper' }, 'Grace Hopper'],
  [{ name: 'x'.repeat(5_000) }, `${'x'.repeat(MAX_NAME_LENGTH - 1)}…`],
  [{}, 'u1'],
])('a person with the claims %j has a name that can be shown', (claims, expected) => {
  expect(callerFromClaims({ sub: 'u1', ...claims })?.name).toBe(expected);
});

test('roles are found among any number of groups, and a person has a bounded number of roles', () => {
  const groups = Array.from({ length: 1_500 }, (_, at) => `group-${at}`);
  const read = (all: readonly string[]): unknown => callerFromClaims({ sub: 'u1', groups: all })?.roles;
  expect(read([...groups, 'carillon:ibm:viewer'])).toEqual([{ tenant: 'ibm', role: 'viewer' }]);
  expect(read(groups.map((name) => `carillon:${name}:viewer`))).toHaveLength(1_000);
});

test('names within the path of a claim may contain dots', () => {
  const read = (claim: string, claims: object): unknown =>
    callerFromClaims({ sub: 'u1', ...claims }, { claim, roles: new Map() })?.roles;
  const roles = ['carillon:ibm:viewer'];
  expect(read('resource_access.my.client.roles', { resource_access: { 'my.client': { roles } } })).toHaveLength(1);
  expect(read('https://x.test/app.roles', { 'https://x.test/app': { roles } })).toHaveLength(1);
  expect(read('a.b.c', { 'a.b': { d: 1 }, a: { 'b.c': roles } })).toHaveLength(1);
  expect(read('a.', { a: { '': roles } })).toHaveLength(1);
  expect(read('__proto__.roles', {})).toEqual([]);
});

test.each<[object, boolean]>([
  [{ _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.test/' } } }, true],
  [{ hasgroups: true }, true],
  [{ hasgroups: 'true' }, true],
  [{ _claim_names: { other: 'src1' } }, false],
  [{ hasgroups: false, groups: [] }, false],
])('by the claims %j the issuer has left out the groups: %s', (claims, expected) => {
  expect(groupsAreLeftOut({ sub: 'u1', ...claims })).toBe(expected);
});

test('a token without a subject does not identify a caller', () => {
  expect(callerFromClaims({ carillon_roles: ['ibm:owner'] })).toBeNull();
  expect(callerFromClaims({ sub: 'u1', preferred_username: 'grace' })?.name).toBe('grace');
});

test('roles are read from the configured claim, given by name or path, and its entries are mapped to roles as configured', () => {
  const roles = new Map([['staff', [{ tenant: 'ibm', role: 'viewer' as const }]]]);
  const read = (claim: string | undefined, claims: object): unknown =>
    callerFromClaims({ sub: 'u1', ...claims }, { claim, roles })?.roles;
  expect(read('realm_access.roles', { realm_access: { roles: ['staff', 'x', 'carillon:acme:owner'] } })).toEqual([
    { tenant: 'ibm', role: 'viewer' },
    { tenant: 'acme', role: 'owner' },
  ]);
  expect(read('https://x.test/roles', { 'https://x.test/roles': ['staff'] })).toHaveLength(1);
  expect(read('scope', { scope: 'openid staff' })).toHaveLength(1);
  expect(read(undefined, { groups: ['staff'] })).toHaveLength(1);
  expect(read('constructor.name', {})).toEqual([]);
  expect(read('realm_access.roles', { realm_access: 7 })).toEqual([]);
});

test.each(['bootstrap', 'attempt', 'token:abc', 'oidc:bootstrap'])(
  'a subject of the issuer is not confused with our own subject %s',
  (sub) => {
    expect(callerFromClaims({ sub })?.subject).toBe(`oidc:${sub}`);
  },
);

test('different subjects of the issuer remain different, and usual subjects are not changed', () => {
  const subs = ['u-1', 'bootstrap', 'oidc:bootstrap', 'oidc:oidc:bootstrap', 'token:x', 'oidc:token:x'];
  expect(new Set(subs.map((sub) => callerFromClaims({ sub })?.subject)).size).toBe(subs.length);
  expect(callerFromClaims({ sub: 'auth0|7' })?.subject).toBe('auth0|7');
});

test('no caller can act under the name of a service', () => {
  expect(callerFromClaims({ sub: 'u-1', preferred_username: 'Scheduler' })?.name).toBe('Scheduler (u-1)');
  expect(callerFromClaims({ sub: 'executor' })?.name).toBe('oidc:executor');
});
