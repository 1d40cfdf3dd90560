import { describe, expect, it } from 'vitest';
import type { PresenceParts } from './presence.ts';
import { createPresence } from './presence.ts';

interface Given extends Partial<Pick<PresenceParts, 'platform' | 'isWanted'>> {
  /** Whether Touch ID can be used; undefined: a host without it. */
  readonly isAvailable?: boolean | undefined;
  readonly answer?: boolean;
}

function presenceWith({ isAvailable = true, answer = true, ...given }: Given = {}) {
  const asked: string[] = [];
  const presence = createPresence({
    platform: 'darwin',
    isWanted: () => true,
    host: {
      presence: {
        isAvailable: () => isAvailable,
        async confirm(reason) {
          asked.push(reason);
          return answer;
        },
      },
    },
    ...given,
  });
  return { presence, asked };
}

const production = { environment: 'production', name: 'Acme' } as const;

describe('before something is sent to a production tenant', () => {
  it('Touch ID is asked for, with what is about to happen', async () => {
    const { presence, asked } = presenceWith();
    await presence.require(production);
    expect(asked).toEqual(['apply changes to Acme']);
  });

  it('nothing is sent without it', async () => {
    const { presence } = presenceWith({ answer: false });
    await expect(presence.require(production)).rejects.toMatchObject({ code: 'confirmation-mismatch' });
  });

  it('nothing is sent where it can’t be used', async () => {
    const { presence, asked } = presenceWith({ isAvailable: false });
    await expect(presence.require(production)).rejects.toThrow(/turn this off in Settings/);
    const command = createPresence({ host: {}, platform: 'darwin', isWanted: () => true });
    await expect(command.require(production)).rejects.toMatchObject({ code: 'confirmation-mismatch' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['other tenants', {}, { environment: 'staging', name: 'Acme' } as const],
    ['other systems', { platform: 'win32' }, production],
    ['the setting turned off', { isWanted: () => false }, production],
  ] as const)('it isn’t asked for with %s', async (_, given, tenant) => {
    const { presence, asked } = presenceWith({ ...given, isAvailable: false });
    await presence.require(tenant);
    expect(asked).toEqual([]);
  });
});

describe('turning it off', () => {
  it('needs Touch ID, too', async () => {
    const { presence, asked } = presenceWith({ answer: false });
    await expect(presence.requireToTurnOff()).rejects.toThrow(/unchanged/);
    expect(asked).toEqual(['stop asking for Touch ID']);
  });

  it('is the way out where it can’t be used', async () => {
    const { presence } = presenceWith({ isAvailable: false, answer: false });
    await presence.requireToTurnOff();
  });
});
