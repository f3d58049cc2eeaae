import { existsSync } from 'node:fs';

/** Units run beside their sources; the rest lives in test/ and needs real servers, which test/support starts on demand. */
const shared = {
  runtime: '<rootDir>/test/support/jest/native-runtime.mjs',
  testEnvironment: '<rootDir>/test/support/jest/native-environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  setupFiles: ['<rootDir>/test/support/jest/properties.mjs'],
  moduleNameMapper: {
    '^#common/(.*)\\.js$': '<rootDir>/libs/common/src/$1.ts',
    '^#client/(.*)\\.js$': '<rootDir>/libs/client/src/$1.ts',
    '^#worker-sdk/(.*)\\.js$': '<rootDir>/libs/worker-sdk/src/$1.ts',
    '^#testing/(.*)\\.js$': '<rootDir>/test/support/$1.ts',
    '^#embedded-servers$': '<rootDir>/packages/embedded-servers/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  // Node compiles and imports tests (test/support/jest): jest itself transforms nothing.
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.carillon/'],
};
const withServers = {
  ...shared,
  testEnvironment: '<rootDir>/test/support/leak-checking-environment.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};
const kubernetes = '<rootDir>/test/e2e/kubernetes/';
/** The whole product for minutes: faults on purpose, a browser, backups. */
const system = '<rootDir>/test/e2e/system/';

/** The tests of the UI install Debian's Chromium where it is missing, which root alone can do. */
const ofBrowsers = [];
if (!existsSync('/usr/bin/chromium') && process.getuid?.() !== 0) {
  process.stderr.write('the tests of the UI are skipped: they need Chromium (apt-get install chromium)\n');
  ofBrowsers.push(`${system}ui/`);
}

export default {
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // No assertion about speed: only so long that whatever waits in vain is told apart from a busy machine.
  testTimeout: 120_000,
  // What a test file has made and not let go stays in its worker, which is replaced before it spends its time collecting garbage.
  workerIdleMemoryLimit: '700MB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,packages/*/src,tools,bench,examples,test/support}/**/*.spec.ts'],
    },
    { ...shared, displayName: 'contract', testMatch: ['<rootDir>/test/contract/**/*.spec.ts'] },
    { ...shared, displayName: 'simulation', testMatch: ['<rootDir>/test/{simulation,golden,soak}/**/*.spec.ts'] },
    {
      ...withServers,
      displayName: 'integration',
      testMatch: ['<rootDir>/{test/{integration,conformance},packages/*/test}/**/*.int.spec.ts'],
    },
    // Services that are killed, stopped or cut off for minutes.
    { ...withServers, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.spec.ts'] },
    {
      ...withServers,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.e2e.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', kubernetes, system],
    },
    {
      ...withServers,
      displayName: 'system',
      testMatch: [`${system}**/*.e2e.spec.ts`],
      testPathIgnorePatterns: ['/node_modules/', ...ofBrowsers],
    },
    { ...withServers, displayName: 'kubernetes', testMatch: [`${kubernetes}**/*.e2e.spec.ts`] },
  ],
};
