import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildForElectron, electronFolder } from '../../tools/development/electron-bundles.ts';
import type { PageServer } from '../../tools/development/page-server.ts';
import { startPageServer } from '../../tools/development/page-server.ts';
import { pageVariable } from '../../tools/development/page-variable.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

/** `npm run dev` under Electron: its bundles, with the page from Vite. */
let server: PageServer;
let started: StartedDesk;

beforeAll(async () => {
  [server] = await Promise.all([startPageServer(), buildForElectron()]);
  process.env[pageVariable] = JSON.stringify(server.access);
  started = await startDesk({ appFolder: electronFolder });
});

afterAll(async () => {
  await started.dispose();
  await server.close();
});

it('shows the page of the development server, with the policy of the window and one additional socket', async () => {
  expect(started.html.status).toBe(200);
  expect(await started.html.text()).toContain('/@vite/client');
  const policy = started.html.headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
  expect(policy).toMatch(new RegExp(`connect-src ${server.access.socketUrl}$`));
  expect(started.html.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
});

it('handles calls, and shares its access to the sources with no other process', async () => {
  expect(await started.desk.app.info()).toMatchObject({ host: 'electron' });
  expect(process.env[pageVariable]).toBeUndefined();
});

it('lets the page connect to that socket and to nothing else', () => {
  const { electron } = started;
  expect(electron.tryRequest(`${server.access.socketUrl}?token=x`)).toBe(true);
  expect(electron.tryRequest(`${server.access.origin}/main.ts`)).toBe(false);
  expect(electron.tryRequest('ws://127.0.0.1:1/')).toBe(false);
});
