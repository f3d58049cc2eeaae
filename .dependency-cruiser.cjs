const rule = (name, from, to, comment) => ({ name, severity: 'error', from, to, ...(comment && { comment }) });
/** The one way to read JSON. */
const JSON_READER = [
  '^libs/common/src/domain/(parse-json|parse-json-later|escaped-names|exact-number|number-texts|json-places)\\.ts$',
  '(^|/)node_modules/lossless-json/',
];
const test = '(\\.spec\\.ts$|^test/|^bench/)';
/** Decisions and the words they are made of: no I/O, no clock, no framework. */
// channel-request.ts makes a digest, for which it imports node:crypto.
const PURE =
  '(/core/|^libs/common/src/(domain|spec|run|schedule|watch|usage|limits|messages)/|^libs/common/src/notices/(?!channel-request)|^apps/executor/src/(run|launch)/|^apps/executor/src/engines/engine\\.ts)';
module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'Imports of types count, too.'),
    rule(
      'apps-are-islands',
      { path: '^apps/([^/]+)/', pathNot: test },
      { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
    ),
    rule(
      'cli-loads-checks-when-needed',
      { path: '^apps/cli/', pathNot: ['^apps/cli/src/import/refusals\\.ts$', test] },
      {
        path: [
          '^libs/common/src/(spec/(?!command-line|shell-words|yaml-numbers|yaml-faults|yaml-texts)|schedule/)',
          '^apps/cli/src/import/refusals\\.ts$',
        ],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
      'They take longer to load than most commands take to run.',
    ),
    rule('common-knows-no-app', { path: '^libs/common/' }, { path: '^(apps|tools)/' }),
    rule(
      'client-stands-alone',
      { path: '^libs/client/', pathNot: test },
      { pathNot: ['^libs/client/', ...JSON_READER, '(^|/)node_modules/(openapi-fetch|eventsource-parser)/'] },
      'It runs in browsers, too.',
    ),
    rule(
      'worker-sdk-stands-alone',
      { path: '^libs/worker-sdk/', pathNot: test },
      {
        pathNot: ['^libs/worker-sdk/', '^libs/client/src/api-types\\.ts$', ...JSON_READER],
        dependencyTypesNot: ['core'],
      },
      'Workers take it with them.',
    ),
    rule('production-knows-no-test-code', { path: '^(apps|libs|tools)/', pathNot: test }, { path: '^test/' }),
    rule(
      'core-is-pure',
      { path: PURE, pathNot: '\\.spec\\.ts$' },
      {
        pathNot: [
          PURE,
          '(^|/)node_modules/zod/',
          '(^|/)node_modules/(lru-cache|lossless-json|yaml)/',
          '(^|/)node_modules/(rfc6902|ical\\.js|ipaddr\\.js|ajv|ajv-formats|re2js)/',
        ],
      },
    ),
    rule(
      'kubernetes-behind-one-door',
      { pathNot: ['^libs/common/src/kubernetes/', test] },
      { path: '(^|/)node_modules/@kubernetes/client-node' },
    ),
    rule(
      'mongodb-behind-one-door',
      { path: '^(apps|libs)/', pathNot: ['^libs/common/src/mongo/', test] },
      { path: '(^|/)node_modules/(mongoose|mongodb|bson)/' },
    ),
    rule(
      'nats-behind-one-door',
      { path: '^(apps|libs)/', pathNot: ['^libs/common/src/nats/', test] },
      { path: '(^|/)node_modules/@nats-io/' },
    ),
    rule(
      'object-store-behind-one-door',
      { path: '^(apps|libs)/', pathNot: ['^libs/common/src/cold/object-store\\.ts$', test] },
      { path: '(^|/)node_modules/aws4fetch' },
    ),
    rule(
      'metrics-behind-one-door',
      { path: '^(apps|libs)/', pathNot: ['^libs/common/src/metrics/', test] },
      { path: '(^|/)node_modules/prom-client' },
    ),
    rule(
      'tracing-behind-one-door',
      { path: '^(apps|libs)/', pathNot: ['^libs/common/src/telemetry/otlp-tracing\\.ts$', test] },
      { path: '(^|/)node_modules/@opentelemetry/' },
      'It is loaded only where spans are wanted.',
    ),
    rule(
      'packages-by-their-entry',
      { pathNot: '^packages/' },
      { path: '^packages/[^/]+/(?!src/(index|install-servers)\\.ts$)' },
    ),
    rule(
      'packages-stand-alone',
      { path: '^packages/', pathNot: ['\\.spec\\.ts$', '^packages/[^/]+/test/'] },
      { path: '^(apps|libs|tools|test|bench)/' },
      'Each is a product of its own.',
    ),
    rule('no-barrels', {}, { path: '^(apps|libs|tools)/.*/index\\.ts$' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
