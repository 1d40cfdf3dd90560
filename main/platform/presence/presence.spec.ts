import { describe, expect, it } from 'vitest';
import type { PresenceParts } from './presence.ts';
import { createPresence } from './presence.ts';

interface Given extends Partial<Pick<PresenceParts, 'platform' | 'isWanted'>> {
  /** Whether Touch ID can be used; undefined: a host without it. */
  readonly isAvailable?: boolean | undefined;
  readonly confirms?: boolean;
}

function presenceWith({ isAvailable = true, confirms = true, ...given }: Given = {}) {
  const reasons: string[] = [];
  const presence = createPresence({
    platform: 'darwin',
    isWanted: () => true,
    host: {
      presence: {
        isAvailable: () => isAvailable,
        async confirm(reason) {
          reasons.push(reason);
          return confirms;
        },
      },
    },
    ...given,
  });
  return { presence, reasons };
}

const production = { environment: 'production', name: 'Acme' } as const;

describe('before something is sent to a production tenant', () => {
  it('Touch ID is required, with what is about to happen', async () => {
    const { presence, reasons } = presenceWith();
    await presence.require(production);
    expect(reasons).toEqual(['apply changes to Acme']);
  });

  it('nothing is sent without it', async () => {
    const { presence } = presenceWith({ confirms: false });
    await expect(presence.require(production)).rejects.toMatchObject({ code: 'confirmation-mismatch' });
  });

  it('nothing is sent where it can’t be used', async () => {
    const { presence, reasons } = presenceWith({ isAvailable: false });
    await expect(presence.require(production)).rejects.toThrow(/turn this off in Settings/);
    const command = createPresence({ host: {}, platform: 'darwin', isWanted: () => true });
    await expect(command.require(production)).rejects.toMatchObject({ code: 'confirmation-mismatch' });
    expect(reasons).toEqual([]);
  });

  it.each([
    ['other tenants', {}, { environment: 'staging', name: 'Acme' } as const],
    ['other systems', { platform: 'win32' }, production],
    ['the setting turned off', { isWanted: () => false }, production],
  ] as const)('it isn’t required with %s', async (_, given, tenant) => {
    const { presence, reasons } = presenceWith({ ...given, isAvailable: false });
    await presence.require(tenant);
    expect(reasons).toEqual([]);
  });
});

describe('turning it off', () => {
  it('needs Touch ID, too', async () => {
    const { presence, reasons } = presenceWith({ confirms: false });
    await expect(presence.requireToTurnOff()).rejects.toThrow(/unchanged/);
    expect(reasons).toEqual(['stop asking for Touch ID']);
  });

  it('is the way out where it can’t be used', async () => {
    const { presence } = presenceWith({ isAvailable: false, confirms: false });
    await presence.requireToTurnOff();
  });
});
