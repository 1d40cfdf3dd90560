import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserArguments, findBrowser } from './test/run/browser.ts';

const executablePath = findBrowser();

/**
 * Limits for a machine that runs everything at once: a spec waits for what happens, and these only say when to give up.
 * The runner's own (5 s for a test, 1 s for what is polled) are for a machine that does nothing else.
 */
const limits = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** Unit and component specs stand beside the code; what crosses processes lives in test/. */
export default defineConfig({
  test: {
    // The runner's own choice leaves one core out, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        // Runes live in `.svelte.ts` files, which only the plugin can compile.
        plugins: [svelte({ configFile: false })],
        test: {
          ...limits,
          name: 'unit',
          include: [
            '{contract,languages,main,preload,renderer,tenant,tools}/**/*.spec.ts',
            'test/unit/**/*.spec.ts',
          ],
          exclude: ['**/*.svelte.spec.ts'],
          environment: 'node',
          // Loading the same modules for each of two hundred files takes more than what the specs do with them. What a spec
          // leaves behind in its process would be met by the next one: each puts back what it changes.
          isolate: false,
        },
      },
      {
        // Components and runes at work, in a real browser: layout, focus and effects are what these specs are about.
        plugins: [svelte({ configFile: false })],
        test: {
          ...limits,
          name: 'component',
          include: ['renderer/**/*.svelte.spec.ts'],
          // A person sees components with the tokens and the base style.
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
          ...limits,
          name: 'integration',
          include: ['test/integration/**/*.spec.ts', 'test/security/**/*.spec.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...limits,
          name: 'faults',
          include: ['test/faults/**/*.spec.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...limits,
          name: 'electron-bundle',
          include: ['test/electron-bundle/**/*.spec.ts'],
          environment: 'node',
        },
      },
    ],
  },
});
