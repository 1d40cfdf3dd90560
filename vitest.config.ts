import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserArguments, findBrowser } from './test/run/browser.ts';

const executablePath = findBrowser();

/**
 * Limits for a busy machine: specs wait for events, and these only limit how long. The defaults (5 s for a test, 1 s for
 * polling) are for an idle machine.
 */
const limits = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** For specs that start embedded tenants. */
const onTenants = { ...limits, environment: 'node', globalSetup: 'test/run/bundled-tenant.ts' } as const;

const integrationSpecs = ['test/integration/**/*.spec.ts', 'test/security/**/*.spec.ts'];

/** Builds and packs a workspace package, and installs it. */
const packageSpecs = 'packages/*/test/package.spec.ts';

/** Integration specs that need a process which nothing else has used: its message bus, its memory, its umask, its clock or its turns. */
const specsApart = [
  'test/integration/{compared-results,launch,session-keyring,session-sign-in,tenant-clock}.spec.ts',
  'test/security/{browser-host-limits,compiled-code,large-input,log-floods,many-webhooks,saml-requests}.spec.ts',
  'test/security/{secrets-at-rest,tenant-files,unruly-lists}.spec.ts',
  packageSpecs,
];

/** Unit and component specs are beside the code; specs that involve several processes are in test/. */
export default defineConfig({
  test: {
    // The default reserves one core, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        // Runes are in `.svelte.ts` files, which only the plugin can compile.
        plugins: [svelte({ configFile: false })],
        test: {
          ...limits,
          name: 'unit',
          include: [
            '{contract,languages,main,packages,preload,renderer,tenant,tools}/**/*.spec.ts',
            'test/unit/**/*.spec.ts',
          ],
          exclude: ['**/*.svelte.spec.ts', packageSpecs, '**/dist/**', '**/node_modules/**'],
          environment: 'node',
          // Loading the same modules for each of two hundred files takes longer than running the specs. State left in the
          // process would affect the next spec, so each one restores what it changes.
          isolate: false,
        },
      },
      {
        // Components and runes in a real browser: these specs test layout, focus and effects.
        plugins: [svelte({ configFile: false })],
        test: {
          ...limits,
          name: 'component',
          include: ['renderer/**/*.svelte.spec.ts'],
          // As with other specs in a browser: decision 43.
          retry: 1,
          // Components are rendered with the design tokens and the base style.
          setupFiles: ['renderer/ui/style/index.css'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: [...browserArguments],
                ...(executablePath === undefined ? {} : { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      {
        test: {
          ...onTenants,
          name: 'integration',
          include: integrationSpecs,
          exclude: specsApart,
          // Like unit specs: loading main and the embedded tenant for each file takes a third of the total CPU time.
          isolate: false,
        },
      },
      {
        test: {
          ...onTenants,
          name: 'integration-apart',
          include: specsApart,
        },
      },
      {
        test: {
          ...onTenants,
          name: 'faults',
          include: ['test/faults/**/*.spec.ts'],
        },
      },
      {
        test: {
          ...onTenants,
          name: 'electron-bundle',
          include: ['test/electron-bundle/**/*.spec.ts'],
        },
      },
    ],
  },
});
