import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../platform/secrets/secret-vault.ts';
import { createHeaderSecrets, isCredentialHeader } from './header-secrets.ts';

const newVault = (): SecretVault => createMemoryVault({ available: false, name: 'none' });
const newSession = (vault = newVault()) => createHeaderSecrets({ vault, randomBytes });

describe('isCredentialHeader', () => {
  it.each([
    'Authorization',
    'proxy-authorization',
    'X-Api-Key',
    'X-Auth-Token',
    'Cookie',
    'X-Hub-Signature',
    'apikey',
    'X-Webhook-Secret',
    'x_access_token',
  ])('is true of %s', (name) => {
    expect(isCredentialHeader(name)).toBe(true);
  });

  it.each(['Content-Type', 'X-Team', 'Accept', 'X-Keyboard', 'Tokenizer'])('is false of %s', (name) => {
    expect(isCredentialHeader(name)).toBe(false);
  });
});

describe('header secrets', () => {
  it('come back exactly, whatever the text of the headers', async () => {
    const secrets = newSession();
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom('Authorization', 'X-Api-Key', 'X-Team'), fc.stringMatching(/^[ -~]{0,20}$/))
        .map(([name, value]) => `${name}: ${value}`),
      fc.stringMatching(/^[ -~]{0,20}$/),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.constantFrom('\n', '\r\n'), async (lines, end) => {
        const headers = lines.join(end);
        expect(await secrets.reveal('acme', secrets.hide(headers))).toBe(headers);
      }),
    );
  });

  it('do not stand in the hidden text, and show whether two are the same', () => {
    const secrets = newSession();
    const hidden = secrets.hide('Authorization: Bearer abc\nX-Team: identity');
    expect(hidden).toMatch(/^Authorization: ••••[0-9a-f]{8}\nX-Team: identity$/);
    expect(secrets.hide('Authorization: Bearer abc\nX-Team: identity')).toBe(hidden);
    expect(secrets.hide('Authorization: Bearer abd\nX-Team: identity')).not.toBe(hidden);
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
