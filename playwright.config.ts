import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './test/run/browser.ts';

const executablePath = findBrowser();

/** End-to-end specs run the built product in a real browser; the Electron suite needs its runtime. */
export default defineConfig({
  testDir: 'test',
  globalSetup: './test/run/bundled-tenant.ts',
  // Generous for a busy machine: tests wait for events, not for time.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  // Tests that passed on retry are listed at the end of the run: decision 43.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace takes a fifth of the CPU time; use `--trace on` if needed.
    trace: 'off',
    actionTimeout: 30_000,
    launchOptions: {
      args: [...browserArguments],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  projects: [
    { name: 'end-to-end', testMatch: 'e2e/specs/**/*.spec.ts' },
    // Packed once for all its specs.
    { name: 'pack', testMatch: 'packed/pack.setup.ts', teardown: 'unpack' },
    { name: 'unpack', testMatch: 'packed/pack.teardown.ts' },
    { name: 'packed', testMatch: 'packed/*.spec.ts', dependencies: ['pack'] },
    { name: 'electron', testMatch: 'electron/**/*.spec.ts' },
    { name: 'shots', testMatch: 'shots/**/*.spec.ts' },
    // One folder per project: a run empties it, and results of other projects must be preserved.
  ].map((project) => ({ ...project, outputDir: `test/results/playwright/${project.name}` })),
});
