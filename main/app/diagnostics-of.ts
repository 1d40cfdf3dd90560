import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { Changes } from '../changes/changes.ts';
import { createDiagnostics } from '../diagnostics/diagnostics.ts';
import type { FindProxy } from '../platform/http/find-proxy.ts';
import { noProxy } from '../platform/http/find-proxy.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import type { Foundation } from './foundation.ts';

interface DiagnosticsOptions {
  readonly foundation: Foundation;
  readonly version?: string | undefined;
  readonly systemProxy?: FindProxy | undefined;
}

/** Checks of the installation, on the whole profile. */
export function diagnosticsOf(
  { foundation, version = '', systemProxy = noProxy }: DiagnosticsOptions,
  { host, now }: Pick<NounParts, 'host' | 'now'>,
  { changes }: Pick<Changes, 'changes'>,
): HandlersOf<'diagnostics'> {
  const { profile, policy, vault, settingsStore, tenantStore } = foundation;
  return createDiagnostics({
    ...{ host, now, version, policy, systemProxy },
    folder: profile.folder,
    tenants: tenantStore,
    settings: settingsStore.read,
    countOpenRuns: () => changes.open().length,
    keychain: vault.status,
  }).handlers;
}
