import { defineConfig } from 'vitest/config';

/** Unit specs stand beside the code; what crosses processes lives in test/. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{contract,languages,main,preload,renderer,tenant}/**/*.spec.ts',
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
