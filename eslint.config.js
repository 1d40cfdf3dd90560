import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { noUnhandledPromises } from './test/run/rules/no-unhandled-promises.ts';

// Includes components in the typed program from the start, as translated by the parser, with the types of their props.
// Without this the program is rebuilt for each linted component, which takes four times as long (73 s instead of 18 s of
// CPU time for 133 components). The parser reads the experimental option when it is loaded: if a later version drops it,
// linting becomes slower but finds the same problems.
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] ??= '1';
const { default: svelte } = await import('eslint-plugin-svelte');

/**
 * Parses modules with runes. The parser of the plugin adds declarations to them, so that each of the 80 differs from the file
 * that the program has, which is then made and checked again from its start (300 s of processor time for everything, and 100 s
 * without). Svelte's own types declare the runes, and the rules of the plugin only want to know that it is such a module.
 */
const runeModuleParser = {
  meta: { name: 'rune-module-parser', version: '1' },
  parseForESLint(code, options) {
    const { services, ...result } = tseslint.parser.parseForESLint(code, options);
    const module = { isSvelte: false, isSvelteScript: true, svelteParseContext: { runes: true } };
    return { ...result, services: { ...services, ...module } };
  },
};

/**
 * Rules that know types: promises that nobody awaits, conditions that cannot be otherwise, switches that miss a case,
 * `any` that creeps in. Left out on purpose are those that would forbid habits of this house: `async` on a function
 * that only has to reject rather than throw (`require-await`), `() => resolve()` (`no-confusing-void-expression`), and
 * closures taken out of an object that has no `this` (`unbound-method`).
 *
 * The cache goes by a file's own content, so that a rule may miss what a change of another file's types brings about;
 * a run without a cache, as on a fresh checkout, sees everything.
 */
const typedRules = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-array-delete': 'error',
  '@typescript-eslint/no-duplicate-type-constituents': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/no-implied-eval': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-redundant-type-constituents': 'error',
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
  '@typescript-eslint/no-unnecessary-type-arguments': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

/**
 * Where types come out of a component less exactly than they went in: a generic is its constraint, and what it hands
 * back (`bind:this`, a snippet's argument) is unknown. These rules would find fault with what is right.
 */
const notForComponents = {
  '@typescript-eslint/no-redundant-type-constituents': 'off',
  '@typescript-eslint/no-unnecessary-type-arguments': 'off',
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
};

/** Numbers, dates and plurals are formatted by languages/text/intl.ts only, which knows the locale of the user. */
const textFormats = [
  {
    selector: 'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
    message: 'Use formatNumber, formatDate or another function of languages/text/intl.ts.',
  },
  {
    selector:
      'NewExpression[callee.object.name="Intl"][callee.property.name=/^(Number|List|RelativeTime)Format$/]',
    message: 'Use formatNumber or formatList of languages/text/intl.ts.',
  },
  {
    selector: ['Literal', 'TemplateLiteral']
      .flatMap((one) => ['Literal', 'TemplateLiteral'].map((other) => [one, other]))
      .map(
        ([one, other]) =>
          `ConditionalExpression[test.operator="==="][test.right.value=1][consequent.type="${one}"][alternate.type="${other}"]:has(> :matches(Literal[value=/[a-z]/], TemplateLiteral))`,
      )
      .join(', '),
    message: 'Use plural or counted of languages/text/intl.ts.',
  },
];

/** Import rules live in .dependency-cruiser.cjs; this file holds the rules on code itself. */
export default tseslint.config(
  { ignores: ['**/dist/', 'node_modules/', 'test/shots/out/', 'test/results/', '**/*.cjs'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(handle|on|invoke|send)$/][callee.object.name=/^ipc(Main|Renderer)$/]',
          message: 'Raw IPC is only allowed in main/platform/host/electron and preload. Use the contract.',
        },
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        ...textFormats,
      ],
    },
  },
  {
    files: ['**/*.ts', 'renderer/**/*.svelte'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        // The same for every file: changing it would rebuild all programs.
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: typedRules,
  },
  {
    files: ['renderer/**/*.svelte'],
    plugins: { local: { rules: { 'no-unhandled-promises': noUnhandledPromises } } },
    rules: { ...notForComponents, 'local/no-unhandled-promises': 'error' },
  },
  // A factory that outgrows this has two jobs, or inner functions that need little of what it closes over.
  {
    files: ['{contract,languages,main,packages,preload,renderer,tenant,tools}/**/*.{ts,svelte}'],
    ignores: ['**/*.spec.ts', 'packages/*/test/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  // The matchers of a test (`expect.stringContaining`) are of type any.
  {
    files: ['test/**', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: [
      ...['main/platform/host/electron/**', 'preload/**', 'test/**', '**/*.spec.ts'],
      ...['**/freemarker/**', 'languages/text/intl.ts'],
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
  },
  { files: ['**/*.svelte.ts'], languageOptions: { parser: runeModuleParser } },
  // One `let { … = $bindable() } = $props()` declares both bindable and constant props.
  {
    files: ['**/*.svelte'],
    rules: { 'prefer-const': 'off', 'svelte/prefer-const': ['error', { destructuring: 'all' }] },
  },
  { files: ['renderer/**', '**/*.svelte'], languageOptions: { globals: { ...globals.browser } } },
  // The browser host uses another origin for every start, so data stored by the page would be lost.
  {
    files: ['renderer/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'indexedDB'].map((name) => ({
          name,
          message: 'Use the view state of the workspace.',
        })),
      ],
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis', 'self'].map((object) => ({
          object,
          property: 'localStorage',
          message: 'Use the view state of the workspace.',
        })),
      ],
    },
  },
  {
    files: ['test/**', '**/command/**', 'tenant/index.ts', '*.config.*'],
    rules: { 'no-console': 'off' },
  },
);
