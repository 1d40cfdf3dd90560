import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecretVault } from '../../platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../../platform/secrets/secret-vault.ts';
import type { Guarded } from './marked-credentials.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

const newVault = (): SecretVault => createMemoryVault({ available: false, name: 'none' });

/** The header secrets of one session: texts in, texts out. `hide` is that of the tenant `acme`. */
async function newSession(vault = newVault()) {
  const secrets = createWebhookSecrets({ vault, randomBytes });
  const guarded = (headers: string): Guarded => ({ url: '', headers });
  const hiderFor = async (tenantId: string) => {
    const hide = await secrets.hiderFor(tenantId);
    return (headers: string): string => hide(guarded(headers)).headers;
  };
  return {
    hide: await hiderFor('acme'),
    show: (headers: string): string => secrets.hide(guarded(headers)).headers,
    hiderFor,
    async reveal(tenantId: string, headers: string, unchanged?: { base: string; present: string }) {
      const options =
        unchanged === undefined
          ? {}
          : { unchanged: { base: guarded(unchanged.base), present: guarded(unchanged.present) } };
      return (await secrets.reveal(tenantId, guarded(headers), options)).headers;
    },
    keep: (tenantId: string, texts: readonly string[]) => secrets.keep(tenantId, texts.map(guarded)),
    storeTyped: (tenantId: string, targetId: string, texts: readonly string[]) =>
      secrets.storeTyped(tenantId, targetId, texts.map(guarded)),
  };
}

const secret = 'never-shown-7f3c';

describe('the value of a header', () => {
  it.each([
    `Authorization: Bearer ${secret}`,
    `X-Authorization: ${secret}`,
    `X-JWT: ${secret}`,
    `XApiKey: ${secret}`,
    `X-Session: ${secret}`,
    `X-Api-Token-V2: ${secret}`,
    `X-Team: ${secret}`,
    ` Authorization: ${secret}`,
    `\tX-Api-Key: ${secret}`,
    `X-Source: desk\n  ${secret}`,
    `Authorization : ${secret}`,
    `{"Authorization": "Bearer ${secret}"}`,
    `{"Accept": "*/*", "X-Api-Key": "${secret}"}`,
    `Authorization=${secret}`,
    secret,
    `: ${secret}`,
    `Bearer ${secret}: x`,
    `"Accept": ${secret}`,
    `X-Source: desk\u2028Authorization: ${secret}`,
    `Accept: a\u2029X-Api-Key: ${secret}`,
    `X-Source: desk\u0085${secret}`,
    `X-Source: desk\vX-Api-Key: ${secret}`,
    `X-Source: desk\f${secret}`,
    `X-Source: desk\r${secret}`,
    `Accept\u200b: ${secret}`,
    `Accept: \u0000${secret}`,
    `X-Source: ${secret}${'x'.repeat(300)}`,
    `${'a'.repeat(65)}${secret}: x`,
    `X-Api-Key：${secret}`,
  ])('is hidden and revealed exactly: %j', async (headers) => {
    const secrets = await newSession();
    const hidden = secrets.hide(headers);
    expect(hidden).not.toContain(secret);
    expect(hidden).toMatch(/••••[0-9a-f]{8}/);
    expect(secrets.hide(hidden)).toBe(hidden);
    expect(await secrets.reveal('acme', hidden)).toBe(headers);
  });

  it.each([
    'Content-Type: application/json',
    'accept: */*',
    'User-Agent: Tenant Desk/1.0',
    'X-Request-ID: 42',
    'X-Source:tenant-desk  ',
    'X-Api-Key:',
    '',
    ' \t ',
  ])('is shown when it grants no access or is empty: %j', async (headers) => {
    expect((await newSession()).hide(headers)).toBe(headers);
  });

  it('with a partly changed placeholder must be entered again and is never sent', async () => {
    const secrets = await newSession();
    const hidden = secrets.hide(`X-Api-Key: ${secret}`);
    for (const typed of [`${hidden}x`, hidden.slice(0, -1), `X-Api-Key: a${hidden.slice(11)}`]) {
      for (const headers of [typed, secrets.hide(typed)]) {
        const unchanged = { base: headers, present: `X-Api-Key: ${secret}` };
        await expect(secrets.reveal('acme', headers, unchanged)).rejects.toMatchObject({
          code: 'invalid-input',
          message:
            'The value of the header “X-Api-Key” is hidden and was partly changed. Enter the full value.',
        });
      }
    }
  });
});

describe('header secrets', () => {
  it('are revealed exactly for any header text', async () => {
    const secrets = await newSession();
    const line = fc.oneof(
      fc
        .tuple(
          fc.constantFrom('Authorization', 'X-Api-Key', 'X-Team', 'X-Source'),
          fc.string({ unit: 'binary', maxLength: 12 }),
        )
        .map(([name, value]) => `${name}: ${value}`),
      fc.stringMatching(/^[ -~]{0,20}$/),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\u2028'),
        async (lines, end) => {
          // Four bullets are our own marker, which no header can contain.
          const headers = lines.join(end).replaceAll('•', '');
          expect(await secrets.reveal('acme', secrets.hide(headers))).toBe(headers);
        },
      ),
    );
  });

  it('are absent from the hidden text, which shows whether two are equal', async () => {
    const secrets = await newSession();
    const hidden = secrets.hide('Authorization: Bearer abc\nX-Source: desk');
    expect(hidden).toMatch(/^Authorization: ••••[0-9a-f]{8}\nX-Source: desk$/);
    expect(secrets.hide('Authorization: Bearer abc\nX-Source: desk')).toBe(hidden);
    expect(secrets.hide('Authorization: Bearer abd\nX-Source: desk')).not.toBe(hidden);
    expect(secrets.hide(hidden)).toBe(hidden);
  });

  it('survive the session only when stored', async () => {
    const vault = newVault();
    const first = await newSession(vault);
    const hidden = first.hide('X-Api-Key: kept');
    const lost = first.hide('X-Api-Key: lost');
    await first.keep('acme', [hidden]);
    const second = await newSession(vault);
    expect(await second.reveal('acme', hidden)).toBe('X-Api-Key: kept');
    await expect(second.reveal('acme', lost)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('“X-Api-Key”'),
    });
    await expect(second.reveal('other', hidden)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('have the same placeholder in every session, so that they can be compared', async () => {
    const vault = newVault();
    const first = (await newSession(vault)).hide;
    const hidden = first('X-Api-Key: same');
    expect(hidden).toMatch(/^X-Api-Key: ••••[0-9a-f]{8}$/);
    expect((await newSession(vault)).hide('X-Api-Key: same')).toBe(hidden);
    const other = await (await newSession(vault)).hiderFor('other');
    expect(other('X-Api-Key: same')).not.toBe(hidden);
  });

  it('that are typed into a draft survive the session, without accumulating partly typed ones', async () => {
    const vault = newVault();
    const first = await newSession(vault);
    const hide = await first.hiderFor('acme');
    const texts = Array.from({ length: 30 }, (_each, index) => hide(`X-Api-Key: typed-${'x'.repeat(index)}`));
    for (const text of texts) await first.storeTyped('acme', 'new:1', [text]);
    const stored = (await vault.get({ tenantId: 'acme', kind: 'header-values' })) ?? '';
    expect(stored.match(/typed-/g)).toHaveLength(1);

    // A later session stores what it finds as a placeholder when more is typed.
    const more = `${texts.at(-1) ?? ''}\nX-Source: desk`;
    await (await newSession(vault)).storeTyped('acme', 'new:1', [more]);
    expect(await (await newSession(vault)).reveal('acme', more)).toBe(
      `X-Api-Key: typed-${'x'.repeat(29)}\nX-Source: desk`,
    );
    await expect((await newSession(vault)).reveal('acme', texts[0] ?? '')).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('are stored for the newest hundred drafts, and always for undo', async () => {
    const vault = newVault();
    const session = await newSession(vault);
    const hide = await session.hiderFor('acme');
    const applied = hide('X-Api-Key: applied');
    await session.keep('acme', [applied]);
    const of = (index: number) => hide(`X-Api-Key: of-${index}`);
    for (let index = 0; index <= 100; index += 1)
      await session.storeTyped('acme', `new:${index}`, [of(index)]);
    const later = await newSession(vault);
    await expect(later.reveal('acme', of(0))).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await later.reveal('acme', of(1))).toBe('X-Api-Key: of-1');
    expect(await later.reveal('acme', of(100))).toBe('X-Api-Key: of-100');
    expect(await later.reveal('acme', applied)).toBe('X-Api-Key: applied');
  });

  it('are stored with the key of their placeholders', async () => {
    const vault = newVault();
    const session = await newSession(vault);
    const hidden = session.hide('X-Api-Key: opened');
    await session.keep('acme', [hidden]);
    const later = await newSession(vault);
    expect(await later.reveal('acme', hidden)).toBe('X-Api-Key: opened');
    expect(later.hide('X-Api-Key: x')).toBe(session.hide('X-Api-Key: x'));
  });

  it('of an opened file are hidden for display and can’t be revealed', async () => {
    const session = await newSession();
    const shown = session.show('X-Api-Key: of-a-file');
    expect(shown).toMatch(/^X-Api-Key: ••••[0-9a-f]{8}$/);
    await expect(session.reveal('acme', shown)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('of one tenant can’t be revealed in another', async () => {
    const session = await newSession();
    const hidden = session.hide('X-Api-Key: of-acme');
    await expect(session.reveal('other', hidden)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('are hidden for this session when the keychain does not answer', async () => {
    const vault: SecretVault = {
      ...newVault(),
      get: () => Promise.reject(new Error('locked')),
    };
    const session = await newSession(vault);
    const hidden = (await session.hiderFor('acme'))('X-Api-Key: hidden');
    expect(hidden).toMatch(/^X-Api-Key: ••••[0-9a-f]{8}$/);
    expect(await session.reveal('acme', hidden)).toBe('X-Api-Key: hidden');
  });

  it('that are no longer known resolve to the tenant value when unchanged', async () => {
    const base = (await newSession()).hide('X-Api-Key: old');
    const unchanged = { base, present: 'x-api-key: present' };
    expect(await (await newSession()).reveal('acme', base, unchanged)).toBe('X-Api-Key: present');
    const changed = (await newSession()).hide('X-Api-Key: new');
    await expect((await newSession()).reveal('acme', changed, unchanged)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('“X-Api-Key”'),
    });
  });
});
