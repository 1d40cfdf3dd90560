import js from '@eslint/js';
import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

/** Import rules live in .dependency-cruiser.cjs; this file holds the rules on code itself. */
export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'test/shots/out/', 'test/results/', '**/*.cjs'] },
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
          message: 'Raw IPC is only for main/platform/host/electron and preload: use the contract.',
        },
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
      ],
    },
  },
  {
    files: ['main/platform/host/electron/**', 'preload/**', 'test/fakes/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
  },
  // One `let { … = $bindable() } = $props()` declares bindable and constant props alike.
  {
    files: ['**/*.svelte'],
    rules: { 'prefer-const': 'off', 'svelte/prefer-const': ['error', { destructuring: 'all' }] },
  },
  { files: ['renderer/**'], languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['test/**', 'tools/launch.ts', '**/command/**', 'tenant/index.ts', '*.config.*'],
    rules: { 'no-console': 'off' },
  },
);
