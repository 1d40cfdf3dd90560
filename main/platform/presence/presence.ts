import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../errors/failure.ts';
import type { Host } from '../host/host.ts';

export interface PresenceParts {
  readonly host: Pick<Host, 'presence'>;
  readonly platform: NodeJS.Platform;
  /** The setting. */
  readonly isWanted: () => boolean;
}

/** Asks for Touch ID, so that no one else changes a production tenant on an unlocked Mac. */
export interface Presence {
  /** Throws `confirmation-mismatch` unless the user confirmed; asks for production tenants only, if the setting says so. */
  require(tenant: Pick<TenantProfile, 'environment' | 'name'>): Promise<void>;
  /** Before the setting is turned off; doesn't ask where Touch ID can't be used, for example with a closed lid. */
  requireToTurnOff(): Promise<void>;
}

export function createPresence({ host, platform, isWanted }: PresenceParts): Presence {
  const isRequired = (): boolean => isWanted() && platform === 'darwin';
  return {
    async require({ environment, name }) {
      if (environment !== 'production' || !isRequired()) return;
      if (host.presence?.isAvailable() !== true)
        throw failure(
          'confirmation-mismatch',
          'Touch ID can’t be used here. Use the desktop app with Touch ID, or turn this off in Settings.',
        );
      if (!(await host.presence.confirm(`apply changes to ${name}`)))
        throw failure('confirmation-mismatch', 'Not confirmed with Touch ID. Nothing was sent.');
    },
    async requireToTurnOff() {
      if (!isRequired() || host.presence?.isAvailable() !== true) return;
      if (!(await host.presence.confirm('stop asking for Touch ID')))
        throw failure('confirmation-mismatch', 'Not confirmed with Touch ID. The setting is unchanged.');
    },
  };
}
