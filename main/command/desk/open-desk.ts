import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createServices } from '../../app/services.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import { readSystemPolicy } from '../../platform/policy/read-policy.ts';
import { createDispatcher } from '../../platform/dispatch.ts';
import { createCommandDoor } from '../../platform/host/command/command-door.ts';
import { createCommandHost } from '../../platform/host/command/command-host.ts';
import { createSecretLinks } from '../../platform/host/secret-links.ts';
import { createEnvironmentProxy } from '../../platform/http/environment-proxy.ts';
import { createFileLog } from '../../platform/log/file-log.ts';
import { createSteadyClock } from '../../platform/timing/steady-clock.ts';
import type { RunTenant } from '../../tenants/run-tenant.ts';
import { callThrough } from './call-through.ts';
import type { Desk } from './desk.ts';
import { createSealedVault } from './sealed-vault.ts';

export interface OpenDeskOptions {
  readonly folder: string;
  readonly version: string;
  /** Default: that of this computer. */
  readonly policy?: ManagedPolicy | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** True for a run whose tenant the environment defines: its credentials stay in memory, and no other command works through it. */
  readonly isOwnRun: boolean;
  /** Absent where no browser can be opened. */
  readonly openUrl?: ((url: string) => Promise<void>) | undefined;
}

export interface OwnDesk extends Desk {
  /** Adds the tenant that the environment defines, and signs in to it. */
  adopt(tenant: RunTenant): Promise<TenantProfile>;
}

/** Opens the profile folder in this process. Throws what `createServices` throws. */
export async function openDesk(options: OpenDeskOptions): Promise<OwnDesk> {
  const { folder, version, signal, isOwnRun, policy = readSystemPolicy() } = options;
  const log = createFileLog(folder, Date.now, createSteadyClock());
  const { host, on } = createCommandHost({
    secretLinks: createSecretLinks(folder),
    openUrl: options.openUrl,
  });
  const door = createCommandDoor({ host, profileFolder: folder, version, log });
  const vault = createSealedVault(join(folder, 'sealed'), {
    available: false,
    name: 'memory',
    reason: 'The credentials of this run come from its environment and end with it.',
  });
  const services = await createServices({
    host: door.host,
    profileFolder: folder,
    ...{ version, policy },
    systemProxy: createEnvironmentProxy(options.env),
    ...(isOwnRun ? { openVault: async () => vault } : {}),
  });
  const dispatcher = createDispatcher({
    handlers: services.handlers,
    policy,
    newRequestId: randomUUID,
    log,
    checksOutput: false,
  });
  const caller = dispatcher.openCaller('command');
  const call = callThrough(
    {
      send: ({ files, ...sent }) =>
        door.withFiles(files, () => caller.receive({ type: 'call', ...sent }, true)),
      cancel: (id) => void caller.receive({ type: 'cancel', id }, true),
    },
    signal,
  );
  if (isOwnRun) await confirmAll(call);
  await services.start();
  if (!isOwnRun) await door.open(dispatcher);
  return {
    ...{ call, on },
    adopt(tenant) {
      const { credential } = tenant;
      if (credential.kind === 'secret') vault.unlock(credential.secret);
      if (credential.kind === 'token') vault.unlock(credential.token);
      return services.adoptRunTenant(tenant, signal);
    },
    async close() {
      // Another command may work through this one.
      await door.close({ cancels: false });
      caller.close();
      await services.stop();
    },
  };
}

/** A run that was killed at its end could not confirm what it applied, and no person sees the question that its plan has in a window. */
async function confirmAll(call: Desk['call']): Promise<void> {
  for (const { planId } of await call('provisional.list', undefined)) {
    await call('provisional.keep', { planId });
  }
}
