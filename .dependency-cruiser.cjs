// The project's import rules (docs/architecture.md). A violation fails `npm run check`.
const mayImport = (from, allowed) => ({
  name: `${from}-imports-only-allowed-folders`,
  severity: 'error',
  comment: `${from}/ may import: ${allowed.join(', ') || 'none of our folders'}.`,
  from: { path: `^${from}/`, pathNot: `\\.spec\\.ts$` },
  to: {
    path: '^(contract|languages|main|packages|preload|renderer|tenant|tools|test|assets)/',
    pathNot: [from, ...allowed].map((folder) => `^${folder}/`),
  },
});

/**
 * The layers of main, from the bottom up. Imports go to lower layers only; features don't import each other, so shared
 * code belongs in a lower layer.
 */
const layers = ['platform', 'tenants', 'changes'];
const onLayers = (names) => `^main/(${names.join('|')})/`;
const mainLayers = [
  ...layers.map((layer, index) => ({
    name: `main-${layer}-imports-only-lower-layers`,
    severity: 'error',
    comment: `main/${layer} may import: ${layers.slice(0, index + 1).join(', ')}.`,
    from: { path: onLayers([layer]), pathNot: '\\.spec\\.ts$' },
    to: { path: '^main/', pathNot: onLayers(layers.slice(0, index + 1)) },
  })),
  {
    name: 'main-features-do-not-import-each-other',
    severity: 'error',
    comment:
      'A noun may import the layers below it and itself; only main/app and main/command know all nouns.',
    from: { path: '^main/([^/]+)/', pathNot: [onLayers([...layers, 'app', 'command']), '\\.spec\\.ts$'] },
    to: { path: '^main/', pathNot: ['^main/$1/', onLayers(layers)] },
  },
  {
    name: 'main-app-knows-no-command',
    severity: 'error',
    comment: 'The command line is a host above main/app.',
    from: { path: '^main/app/', pathNot: '\\.spec\\.ts$' },
    to: { path: '^main/command/' },
  },
  {
    name: 'verbs-are-on-top',
    severity: 'error',
    comment: 'Only main/command/verbs/verbs.ts and the verbs themselves import verbs.',
    from: { path: '^main/command/', pathNot: ['^main/command/(verbs|program)/', '\\.spec\\.ts$'] },
    to: { path: '^main/command/verbs/' },
  },
];

/** The layers of main/changes, from the bottom up; `restore` and `changes.ts`, which composes everything, are above them. */
const changeLayers = [
  ['kind'],
  ['record', 'files'],
  ['drafts', 'versions'],
  ['confirmation', 'targets'],
  ['plan'],
  ['run'],
  ['service'],
];
const changesLayers = changeLayers.slice(0, -1).map((folders, index) => ({
  name: `changes-${folders[0]}-looks-down-only`,
  severity: 'error',
  comment: `main/changes/(${folders.join('|')}) may not import higher layers.`,
  from: { path: `^main/changes/(${folders.join('|')})/`, pathNot: '\\.spec\\.ts$' },
  to: {
    path: [
      `^main/changes/(${changeLayers
        .slice(index + 1)
        .flat()
        .join('|')})/`,
      '^main/changes/[^/]+\\.ts$',
    ],
  },
}));

/** The layers of the renderer, from the bottom up. Features don't import each other; kits are shared by several features. */
const kits = ['drafts', 'folders', 'jobs', 'lists', 'offline', 'results', 'review', 'tenant', 'versions'];
const rendererLayer = (name, from, mayNot, comment) => ({
  name: `renderer-${name}`,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.spec\\.ts$' },
  to: { path: mayNot },
});
const rendererLayers = [
  rendererLayer(
    'ui-knows-no-product',
    '^renderer/ui/',
    ['^renderer/(?!ui/)', '^contract/'],
    'The design system knows nothing of tenants.',
  ),
  rendererLayer(
    'state-knows-no-kit',
    '^renderer/state/',
    `^renderer/(app|bridge|features|${kits.join('|')})/`,
    'renderer/state may import renderer/ui.',
  ),
  rendererLayer(
    'kits-know-no-feature',
    `^renderer/(${kits.join('|')})/`,
    '^renderer/(app|bridge|features)/',
    'A kit may import other kits, renderer/state and renderer/ui.',
  ),
  rendererLayer(
    'app-is-on-top',
    '^renderer/(?!app/|main\\.ts)',
    '^renderer/app/',
    'Only renderer/main.ts imports renderer/app.',
  ),
  rendererLayer('bridge-is-apart', '^renderer/bridge/', '^renderer/(?!bridge/|ui/)', undefined),
];

/** The layers of the template language, from the bottom up: errors don't depend on values, nor values on rendering. */
const templateLayers = [
  ['source'],
  ['errors'],
  ['values'],
  ['ast', 'lexer', 'whitespace', 'regex', 'output-formats', 'number-format', 'date-format', 'collation'],
  ['runtime'],
  ['built-ins'],
  ['parser'],
  ['compiler'],
];
const freemarkerLayers = templateLayers.slice(0, -1).map((folders, index) => ({
  name: `freemarker-${folders[0]}-imports-only-lower-layers`,
  severity: 'error',
  comment: `packages/freemarker/src/(${folders.join('|')}) may not import the layers above.`,
  from: { path: `^packages/freemarker/src/(${folders.join('|')})/`, pathNot: '\\.spec\\.ts$' },
  to: {
    path: `^packages/freemarker/src/(${templateLayers
      .slice(index + 1)
      .flat()
      .join('|')})/`,
  },
}));

module.exports = {
  forbidden: [
    mayImport('contract', ['languages/json', 'languages/text']),
    mayImport('languages', []),
    mayImport('main', ['contract', 'languages', 'packages']),
    mayImport('preload', ['contract']),
    mayImport('renderer', ['contract', 'languages', 'packages', 'assets']),
    mayImport('tenant', ['languages', 'packages']),
    mayImport('assets', []),
    mayImport('tools', ['contract', 'languages', 'main']),
    ...mainLayers,
    ...changesLayers,
    ...rendererLayers,
    ...freemarkerLayers,
    {
      name: 'contract-is-zod-only',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'languages-are-pure',
      severity: 'error',
      comment: 'Languages run in Node, in a worker and in the browser: no Node, no DOM, no framework.',
      from: { path: '^languages/', pathNot: '(\\.spec\\.ts$|/command/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-by-their-name-only',
      severity: 'error',
      comment:
        'Import a workspace package as others do: by its name, and only what its package.json exports.',
      from: { pathNot: '^packages/' },
      to: { path: '^packages/', dependencyTypesNot: ['aliased-workspace'] },
    },
    {
      name: 'packages-know-no-app',
      severity: 'error',
      comment: 'A package is published by itself, and its specs go with it.',
      from: { path: '^packages/' },
      to: { path: '^(assets|contract|languages|main|preload|renderer|tenant|test|tools)/' },
    },
    {
      name: 'freemarker-has-no-dependencies',
      severity: 'error',
      from: { path: '^packages/freemarker/src/', pathNot: '(\\.spec\\.ts$|/command/)' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'core'] },
    },
    {
      name: 'languages-do-not-import-each-other',
      severity: 'error',
      comment: 'Except languages/json, for reading and writing JSON and comparing its numbers.',
      from: { path: '^languages/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^languages/', pathNot: ['^languages/$1/', '^languages/json/'] },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '(\\.spec\\.ts$|vite\\.config)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-features-do-not-import-each-other',
      severity: 'error',
      comment: 'Code shared by two features belongs in a kit, renderer/state or renderer/ui.',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'primitives-only-in-ui',
      severity: 'error',
      comment: 'Only renderer/ui imports the primitives and editor libraries.',
      from: { path: '^renderer/', pathNot: '^renderer/ui/' },
      to: { path: 'node_modules/(bits-ui|@zag-js|@codemirror|@lezer|@tanstack|@lucide)/' },
    },
    {
      name: 'services-are-host-independent',
      severity: 'error',
      comment: 'Services must not depend on a particular host.',
      from: {
        path: '^main/',
        pathNot: [
          '^main/platform/host/',
          '^main/app/(electron|browser)\\.ts$',
          '^main/command/',
          '\\.spec\\.ts$',
        ],
      },
      to: { path: '^main/platform/host/(electron|browser|command)/' },
    },
    {
      name: 'electron-only-in-its-host',
      severity: 'error',
      from: {
        path: '^(main|contract|languages|packages|renderer|tenant)/',
        pathNot: '^main/(platform/host/electron/|app/electron\\.ts)',
      },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { pathNot: ['^test/', '^packages/[^/]+/test/', '\\.spec\\.ts$', '\\.config\\.ts$'] },
      to: { path: ['^test/', '^packages/[^/]+/test/'] },
    },
    {
      name: 'no-circular',
      severity: 'error',
      // Types alone count too, but in the template engine: a grammar is recursive, an environment holds what runs in it.
      from: { pathNot: '^packages/freemarker/' },
      to: { circular: true },
    },
    {
      name: 'no-circular-engine',
      severity: 'error',
      from: { path: '^packages/freemarker/', pathNot: '^packages/freemarker/src/(parser|compiler)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      // dependency-cruiser's list of built-in modules lacks `node:sqlite`.
      to: { couldNotResolve: true, pathNot: ['^node:sqlite$', '\\?(worker|raw|url|inline)'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test/shots/out)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.svelte', '.json', '.css'],
    },
  },
};
