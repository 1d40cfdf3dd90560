import type { Configuration, ConfigurationState } from '../../contract/configuration/configuration.ts';
import { configurationTargetId } from '../../contract/configuration/configuration.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { Comparable } from '../changes/kind/compared.ts';
import { singleSource } from '../changes/kind/single-source.ts';
import type { StoredSnapshot } from '../platform/storage/snapshot-store.ts';

/** The settings of one tenant with those of another. */
export function comparedConfiguration(
  cachedOf: (tenantId: string) => StoredSnapshot<Configuration> | undefined,
  read: (context: ChangeContext) => Promise<ConfigurationState>,
): Comparable<ConfigurationState, ConfigurationState> {
  return {
    eventSubject: () => ({ type: 'TenantConfig', id: null }),
    source: singleSource({
      id: configurationTargetId,
      name: 'Tenant configuration',
      read,
      cached({ id }) {
        const stored = cachedOf(id);
        return stored && { state: stored.data.state, readAt: stored.fetchedAt };
      },
    }),
    stateOf: (state) => state,
    carry: (wanted, base) => (base === null ? wanted : withReadable(wanted, base)),
  };
}

/** What either tenant doesn't return stays as it is. */
function withReadable(wanted: ConfigurationState, base: ConfigurationState): ConfigurationState {
  const readable = <Name extends keyof ConfigurationState>(name: Name): ConfigurationState[Name] =>
    wanted[name] === null || base[name] === null ? base[name] : wanted[name];
  return {
    IsPasswordPersistanceEnabled: readable('IsPasswordPersistanceEnabled'),
    ForgotUsernameAllowed: readable('ForgotUsernameAllowed'),
    SendPasswordChangeConfirmation: readable('SendPasswordChangeConfirmation'),
    Domain: readable('Domain'),
    MfaAttributeMapping: readable('MfaAttributeMapping'),
  };
}
