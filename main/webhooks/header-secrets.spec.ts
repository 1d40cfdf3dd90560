import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../platform/secrets/secret-vault.ts';
import { createHeaderSecrets } from './header-secrets.ts';

const newVault = (): SecretVault => createMemoryVault({ available: false, name: 'none' });
const newSession = (vault = newVault()) => createHeaderSecrets({ vault, randomBytes });

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
  ])('is hidden, and comes back exactly: %j', async (headers) => {
    const secrets = newSession();
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
  ])('is shown where it lets nobody in, or is empty: %j', (headers) => {
    expect(newSession().hide(headers)).toBe(headers);
  });

  it('that was changed in part behind its placeholder has to be entered whole, and is never sent', async () => {
    const secrets = newSession();
    const hidden = secrets.hide(`X-Api-Key: ${secret}`);
    for (const typed of [`${hidden}x`, hidden.slice(0, -1), `X-Api-Key: a${hidden.slice(11)}`]) {
      for (const headers of [typed, secrets.hide(typed)]) {
        await expect(secrets.reveal('acme', headers, `X-Api-Key: ${secret}`)).rejects.toMatchObject({
          code: 'invalid-input',
          message: 'The value of the header “X-Api-Key” is hidden and was changed in part. Enter it whole.',
        });
      }
    }
  });
});

describe('header secrets', () => {
  it('come back exactly, whatever the text of the headers', async () => {
    const secrets = newSession();
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
          // Four bullets are the desk's own mark, which no header can hold.
          const headers = lines.join(end).replaceAll('•', '');
          expect(await secrets.reveal('acme', secrets.hide(headers))).toBe(headers);
        },
      ),
    );
  });

  it('do not stand in the hidden text, and show whether two are the same', () => {
    const secrets = newSession();
    const hidden = secrets.hide('Authorization: Bearer abc\nX-Source: desk');
    expect(hidden).toMatch(/^Authorization: ••••[0-9a-f]{8}\nX-Source: desk$/);
    expect(secrets.hide('Authorization: Bearer abc\nX-Source: desk')).toBe(hidden);
    expect(secrets.hide('Authorization: Bearer abd\nX-Source: desk')).not.toBe(hidden);
    expect(secrets.hide(hidden)).toBe(hidden);
  });

  it('that were kept survive the session; others do not', async () => {
    const vault = newVault();
    const first = newSession(vault);
    const kept = first.hide('X-Api-Key: kept');
    const lost = first.hide('X-Api-Key: lost');
    await first.keep('acme', [kept]);
    const second = newSession(vault);
    expect(await second.reveal('acme', kept)).toBe('X-Api-Key: kept');
    await expect(second.reveal('acme', lost)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('“X-Api-Key”'),
    });
    await expect(second.reveal('other', kept)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('have the same placeholder in every session, so that yesterday’s can be compared with today’s', async () => {
    const vault = newVault();
    const first = await newSession(vault).hiderFor('acme');
    const hidden = first('X-Api-Key: same');
    expect(hidden).toMatch(/^X-Api-Key: ••••[0-9a-f]{8}$/);
    expect((await newSession(vault).hiderFor('acme'))('X-Api-Key: same')).toBe(hidden);
    expect((await newSession(vault).hiderFor('other'))('X-Api-Key: same')).not.toBe(hidden);
  });

  it('that are typed into a draft survive the session, and half-typed ones do not pile up', async () => {
    const vault = newVault();
    const first = newSession(vault);
    const hide = await first.hiderFor('acme');
    const texts = Array.from({ length: 30 }, (_each, index) => hide(`X-Api-Key: typed-${'x'.repeat(index)}`));
    for (const text of texts) await first.keepTyped('acme', 'new:1', [text]);
    const stored = (await vault.get({ tenantId: 'acme', kind: 'header-values' })) ?? '';
    expect(stored.match(/typed-/g)).toHaveLength(1);

    // What a later session finds as a placeholder, it keeps when more is typed.
    const more = `${texts.at(-1) ?? ''}\nX-Source: desk`;
    await newSession(vault).keepTyped('acme', 'new:1', [more]);
    expect(await newSession(vault).reveal('acme', more)).toBe(
      `X-Api-Key: typed-${'x'.repeat(29)}\nX-Source: desk`,
    );
    await expect(newSession(vault).reveal('acme', texts[0] ?? '')).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('are kept of the newest hundred drafts, and for undo in any case', async () => {
    const vault = newVault();
    const session = newSession(vault);
    const hide = await session.hiderFor('acme');
    const applied = hide('X-Api-Key: applied');
    await session.keep('acme', [applied]);
    const of = (index: number) => hide(`X-Api-Key: of-${index}`);
    for (let index = 0; index <= 100; index += 1)
      await session.keepTyped('acme', `new:${index}`, [of(index)]);
    const later = newSession(vault);
    await expect(later.reveal('acme', of(0))).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await later.reveal('acme', of(1))).toBe('X-Api-Key: of-1');
    expect(await later.reveal('acme', of(100))).toBe('X-Api-Key: of-100');
    expect(await later.reveal('acme', applied)).toBe('X-Api-Key: applied');
  });

  it('are kept beside the key of their placeholders, whichever is written first', async () => {
    const vault = newVault();
    const session = newSession(vault);
    const hidden = session.hide('X-Api-Key: opened');
    const [hide] = await Promise.all([session.hiderFor('acme'), session.keep('acme', [hidden])]);
    const later = newSession(vault);
    expect(await later.reveal('acme', hidden)).toBe('X-Api-Key: opened');
    expect((await later.hiderFor('acme'))('X-Api-Key: x')).toBe(hide('X-Api-Key: x'));
  });

  it('are hidden for this session where the keychain does not answer', async () => {
    const vault: SecretVault = {
      ...newVault(),
      get: () => Promise.reject(new Error('locked')),
    };
    const session = newSession(vault);
    const hidden = (await session.hiderFor('acme'))('X-Api-Key: hidden');
    expect(hidden).toMatch(/^X-Api-Key: ••••[0-9a-f]{8}$/);
    expect(await session.reveal('acme', hidden)).toBe('X-Api-Key: hidden');
  });

  it('that are no longer known stand for the value that the tenant has', async () => {
    const hidden = newSession().hide('X-Api-Key: old');
    expect(await newSession().reveal('acme', hidden, 'x-api-key: present')).toBe('X-Api-Key: present');
  });
});
