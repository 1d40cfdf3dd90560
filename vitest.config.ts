import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Unit specs stand beside the code; what crosses processes lives in test/. */
export default defineConfig({
  test: {
    projects: [
      {
        // Runes live in `.svelte.ts` files, which only the plugin can compile.
        plugins: [svelte({ configFile: false })],
        test: {
          name: 'unit',
          include: [
            '{contract,languages,main,preload,renderer,tenant,tools}/**/*.spec.ts',
            'test/unit/**/*.spec.ts',
          ],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.spec.ts', 'test/security/**/*.spec.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'electron-bundle',
          include: ['test/electron-bundle/**/*.spec.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
