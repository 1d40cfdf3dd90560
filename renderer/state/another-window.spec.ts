import { expect, it } from 'vitest';
import type { Place } from '../../contract/links/links.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { openInNewWindow } from './another-window.ts';

const place: Place = { scope: 'tenant', tenantId: 'acme', view: 'queries', rest: ['a b'] };

it('asks the program for a window', async () => {
  const opened: Place[] = [];
  const { desk } = fakeDesk({ 'app.openWindow': async (wanted) => void opened.push(wanted) });
  await openInNewWindow({ desk, info: { host: 'electron' } }, place);
  expect(opened).toEqual([place]);
});

it('opens a tab in a browser, and says how to allow it if the browser blocks it', async () => {
  const { desk } = fakeDesk();
  const urls: string[] = [];
  const info = { host: 'browser' } as const;
  await openInNewWindow({ desk, info, openTab: (url) => urls.push(url) }, place);
  expect(urls).toEqual(['#/t/acme/queries/a%20b']);
  await expect(openInNewWindow({ desk, info, openTab: () => null }, place)).rejects.toThrow(/Allow pop-ups/);
});
