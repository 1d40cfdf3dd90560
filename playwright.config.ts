import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './test/run/browser.ts';

const executablePath = findBrowser();

/** End-to-end specs drive the built product in a real browser; the Electron suite runs where its runtime is. */
export default defineConfig({
  testDir: 'test',
  // Generous: a machine that runs everything at once is slow, and a test waits for what happens, not for the clock.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  // What needed its second try is told by name at the end of the run: decision 43.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace takes a fifth of the processor's time: `--trace on` where one is wanted.
    trace: 'off',
    actionTimeout: 30_000,
    launchOptions: {
      args: [...browserArguments],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  projects: [
    { name: 'end-to-end', testMatch: 'e2e/specs/**/*.spec.ts' },
    { name: 'packed', testDir: 'test/packed' },
    { name: 'electron', testMatch: 'electron/**/*.spec.ts' },
    { name: 'shots', testMatch: 'shots/**/*.spec.ts' },
    // Each has a folder of its own: a run empties it, and what failed in another project is to be read afterwards.
  ].map((project) => ({ ...project, outputDir: `test/results/playwright/${project.name}` })),
});
