import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';
import constructorNeeds from './scripts/constructor-needs.mjs';
import noPacking from './scripts/no-packing.mjs';
import nouns from './scripts/nouns.mjs';

const carillon = { rules: { 'constructor-needs': constructorNeeds, 'no-packing': noPacking, nouns } };

const takesNow = 'Pure code takes `now` as an argument.';
const clockBan = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: takesNow },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: takesNow },
  { selector: "MemberExpression[object.name='performance'][property.name='now']", message: takesNow },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Pure code takes randomness as an argument.',
  },
];

const envBan = { object: 'process', property: 'env', message: 'Read the typed config.' };
const readsJson =
  'Use parseJson: JSON.parse can take an escaped name for another one (libs/common/src/domain/parse-json.ts).';
const jsonBan = { object: 'JSON', property: 'parse', message: readsJson };
const answerBan = { selector: "CallExpression[callee.property.name='json'][arguments.length=0]", message: readsJson };

/** A wait that is known to be short: a constant, one of two constants, or at most a constant. */
const CONSTANT = 'Identifier[name=/^[A-Z][A-Z0-9_]*$/]';
const boundedWait = [
  CONSTANT,
  'Literal',
  'ConditionalExpression[consequent.name=/^[A-Z][A-Z0-9_]*$/][alternate.name=/^[A-Z][A-Z0-9_]*$/]',
  `CallExpression[callee.object.name='Math'][callee.property.name='min']:has(> ${CONSTANT})`,
  `BinaryExpression[operator='*']:has(> CallExpression[callee.object.name='Math'][callee.property.name='min']:has(> ${CONSTANT})):has(> ${CONSTANT})`,
].join(', ');
const unbounded =
  'A timer of more than 24.8 days ends at once: use clock.after or delay (libs/common/src/clock), or Math.min(…, MAX_TIMER_MS).';
const timerBan = [
  {
    selector: `CallExpression[callee.name=/^set(Timeout|Interval)$/] > .arguments:nth-child(2):not(${boundedWait})`,
    message: unbounded,
  },
  {
    selector: `CallExpression[callee.object.name='AbortSignal'][callee.property.name='timeout'] > .arguments:not(${boundedWait})`,
    message: unbounded,
  },
  {
    selector: `Program:has(ImportDeclaration[source.value='node:timers/promises']) CallExpression[callee.name=/^(delay|sleep)$/] > .arguments:nth-child(1):not(${boundedWait})`,
    message: unbounded,
  },
];

/** Code that is given data, and neither clock nor anything else to work with. */
const pure = [
  '**/core/**/*.ts',
  'libs/common/src/{domain,spec,run,schedule,messages,notices}/**/*.ts',
  'apps/executor/src/{run,launch}/**/*.ts',
];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.carillon/**',
      '**/.temp/**',
      'coverage/**',
      'libs/client/src/api-types.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            '*.mjs',
            '*.cjs',
            'scripts/*.mjs',
            'test/support/*.mjs',
            'apps/ui/*.mjs',
            'docs/.vitepress/*.mjs',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'max-lines': ['error', { max: 400, skipComments: true, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 90, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', 4],
      complexity: ['error', 12],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      // emitDecoratorMetadata needs real imports in decorated files; the rule leaves those alone.
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Nest modules are classes with nothing but a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      'no-restricted-properties': ['error', envBan, jsonBan],
      'no-restricted-syntax': ['error', answerBan, ...timerBan],
    },
  },
  {
    files: [
      'libs/common/src/domain/parse-json.ts',
      'libs/common/src/domain/parse-json-later.ts',
      // Reads one file, which the executor has written, and imports almost nothing.
      'apps/executor/src/engines/process/supervisor.ts',
      '**/*.spec.ts',
    ],
    rules: { 'no-restricted-properties': ['error', envBan], 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/config.ts', '**/config/**', 'tools/**'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-properties': ['error', jsonBan] },
  },
  {
    files: [
      'libs/worker-sdk/**/*.spec.ts',
      'tools/**/*.spec.ts',
      '**/config/**/*.spec.ts',
      // Reads what its parent and its own database say.
      'packages/**',
      'scripts/**',
      'test/**',
      'bench/**',
      'examples/**',
      'deploy/compose/try/**',
      'docs/.vitepress/**',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { carillon },
    rules: { 'carillon/no-packing': 'error' },
  },
  {
    files: ['apps/**/*.ts', 'apps/**/*.tsx', 'libs/**/*.ts', 'packages/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'carillon/nouns': 'error' },
  },
  {
    files: ['apps/**/*.ts', 'libs/common/**/*.ts'],
    ignores: ['**/*.spec.ts', ...pure],
    rules: { 'carillon/constructor-needs': 'error' },
  },
  {
    files: pure,
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...clockBan, answerBan] },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    ...jest.configs['flat/recommended'],
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'fc.assert', 'check*', '**.waitFor'] },
      ],
      'jest/no-standalone-expect': [
        'error',
        { additionalTestBlockFunctions: ['afterEach', 'withDisk', 'withoutRights'] },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // A registry is one list, however long it is.
    files: ['libs/common/src/domain/limits.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // What a component shows is read from top to bottom, and what it leaves out is a condition.
    files: ['apps/ui/**/*.tsx'],
    rules: {
      'max-lines-per-function': ['error', { max: 120, skipComments: true, skipBlankLines: true }],
      complexity: ['error', 24],
    },
  },
  {
    // The types of questions are what the library makes of them.
    files: ['apps/ui/src/api/*questions.ts'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  { files: ['**/*.mjs', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off', ...tseslint.configs.disableTypeChecked.rules },
  },
);
