import { describe, expect, it } from 'vitest';
import { createLinkArrivals } from '../../main/tenants/links/arrived-links.ts';
import { createLinkHandlers } from '../../main/tenants/links/handlers.ts';

const acme = { id: 'acme', name: 'Acme', baseUrl: 'https://acme.example' };
const call = { signal: new AbortController().signal, requestId: 'spec' };
const tenant = '?tenant=https%3A%2F%2Facme.example';

/** What the window gets to open. */
async function open(...links: readonly string[]) {
  const arrivals = createLinkArrivals();
  for (const link of links) arrivals.addLink(link);
  return await createLinkHandlers(arrivals, { list: () => [acme] })['links.takeArrived'](undefined, call);
}

describe('a malicious link', () => {
  it.each([
    ['another scheme', 'https://acme.example/'],
    ['a script', 'tenant-desk:javascript:alert(1)'],
    ['an action', `tenant-desk://apply/applications/1${tenant}`],
    ['a login in the host', `tenant-desk://user:secret@open/applications${tenant}`],
    ['a port', `tenant-desk://open:80/applications${tenant}`],
    ['an unknown view', `tenant-desk://open/shell${tenant}`],
    ['a member of objects as view', `tenant-desk://open/__proto__${tenant}`],
    ['no view', `tenant-desk://open/${tenant}`],
    ['a form', `tenant-desk://open/webhooks/new${tenant}`],
    ['a form with a name', `tenant-desk://open/webhooks/new:1${tenant}`],
    ['a form of tenants', 'tenant-desk://open/tenants/new'],
    ['a pinned query', `tenant-desk://open/queries/pin/1${tenant}`],
    ['traversal', `tenant-desk://open/applications/../../drafts${tenant}`],
    ['escaped traversal', `tenant-desk://open/applications/%2e%2e/x${tenant}`],
    ['an escaped slash', `tenant-desk://open/applications/a%2Fb${tenant}`],
    ['an escaped backslash', `tenant-desk://open/applications/a%5Cb${tenant}`],
    ['an empty part', `tenant-desk://open/applications//x${tenant}`],
    ['a malformed escape', `tenant-desk://open/applications/%zz${tenant}`],
    ['a control character', `tenant-desk://open/applications/a\u0000b${tenant}`],
    ['an escaped control character', `tenant-desk://open/applications/a%00b${tenant}`],
    ['an escaped line break', `tenant-desk://open/applications/a%0d%0ab${tenant}`],
    ['a character that reverses text', `tenant-desk://open/applications/a%E2%80%AEb${tenant}`],
    ['a space', `tenant-desk://open/applications/a b${tenant}`],
    ['a fragment', `tenant-desk://open/applications/a${tenant}#token=1`],
    ['a token', `tenant-desk://open/applications${tenant}&token=eyJ`],
    ['a parameter of a view without tenant', 'tenant-desk://open/drafts?access_token=eyJ'],
    ['two tenants', `tenant-desk://open/applications${tenant}&tenant=Globex`],
    ['no tenant', 'tenant-desk://open/applications'],
    ['an empty tenant', 'tenant-desk://open/applications?tenant='],
    ['a tenant with a login', 'tenant-desk://open/applications?tenant=https%3A%2F%2Fa%3Ab%40acme.example'],
    ['a tenant with parameters', 'tenant-desk://open/applications?tenant=https%3A%2F%2Facme.example%3Fa%3Db'],
    ['a tenant of another scheme', 'tenant-desk://open/applications?tenant=file%3A%2F%2Facme.example'],
    ['a tenant with a control character', 'tenant-desk://open/applications?tenant=Ac%07me'],
    [
      'a foreign tenant',
      `tenant-desk://open/applications?tenant=${encodeURIComponent('https://evil.example')}`,
    ],
    ['more parts than an item has', `tenant-desk://open/applications/a/b/c/d${tenant}`],
    ['1 MB', `tenant-desk://open/applications/${'a'.repeat(1_000_000)}${tenant}`],
  ])('with %s opens nothing, and says so in a short sentence', async (_what, link) => {
    const [arrived, ...more] = await open(link);
    expect(more).toEqual([]);
    if (arrived?.state !== 'rejected') throw new Error('It was opened.');
    expect(['invalid-input', 'not-found']).toContain(arrived.error.code);
    expect(arrived.error.message.length).toBeLessThanOrEqual(160);
    expect(arrived.error.message).toMatch(/^\P{C}+$/u);
    expect(JSON.stringify(arrived)).not.toMatch(/secret|eyJ|token=1/);
  });

  it('is opened as a place of the window only, and nothing of it is a URL or a script', async () => {
    const script = encodeURIComponent('<img src=x onerror=alert(1)>');
    expect(await open(`tenant-desk://open/applications/${script}${tenant}`)).toEqual([
      {
        state: 'opened',
        place: {
          scope: 'tenant',
          tenantId: 'acme',
          view: 'applications',
          rest: ['<img src=x onerror=alert(1)>'],
        },
      },
    ]);
  });

  it('can’t fill the memory by arriving again and again', async () => {
    expect(await open(...Array.from({ length: 1000 }, () => 'tenant-desk://open/drafts'))).toHaveLength(16);
  });
});
