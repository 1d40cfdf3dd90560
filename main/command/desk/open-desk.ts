import { randomUUID } from 'node:crypto';
import type { MethodInput, MethodName, MethodOutput } from '../../../contract/bridge/methods.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createServices } from '../../app/services.ts';
import { createDispatcher } from '../../platform/dispatch.ts';
import { createCommandHost } from '../../platform/host/command/command-host.ts';
import { createSecretLinks } from '../../platform/host/secret-links.ts';
import { createEnvironmentProxy } from '../../platform/http/environment-proxy.ts';
import { createFileLog } from '../../platform/log/file-log.ts';
import { createMemoryVault } from '../../platform/secrets/secret-vault.ts';
import { createSteadyClock } from '../../platform/timing/steady-clock.ts';
import type { RunTenant } from '../../tenants/run-tenant.ts';
import type { CallOptions, Desk } from './desk.ts';

export interface OpenDeskOptions {
  readonly folder: string;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Secrets of a run with a tenant of its own stay in memory. */
  readonly keepsSecretsInMemory: boolean;
}

export interface OwnDesk extends Desk {
  /** Adds the tenant that the environment defines, and signs in to it. */
  adopt(tenant: RunTenant): Promise<TenantProfile>;
}

/** Opens the profile folder in this process. Throws what `createServices` throws. */
export async function openDesk(options: OpenDeskOptions): Promise<OwnDesk> {
  const { folder, version, signal } = options;
  const host = createCommandHost({ secretLinks: createSecretLinks(folder) });
  const vault = createMemoryVault({
    available: false,
    name: 'memory',
    reason: 'The credentials of this run come from its environment and end with it.',
  });
  const services = await createServices({
    host,
    profileFolder: folder,
    version,
    systemProxy: createEnvironmentProxy(options.env),
    ...(options.keepsSecretsInMemory ? { openVault: async () => vault } : {}),
  });
  const dispatcher = createDispatcher({
    handlers: services.handlers,
    newRequestId: randomUUID,
    log: createFileLog(folder, Date.now, createSteadyClock()),
    checksOutput: false,
  });
  const caller = dispatcher.openCaller();
  await services.start();

  async function call<Name extends MethodName>(
    name: Name,
    input: MethodInput<Name>,
    { signal: own, files = {} }: CallOptions = {},
  ): Promise<MethodOutput<Name>> {
    const id = randomUUID();
    const ending = own ?? signal;
    const cancel = (): void => void caller.receive({ type: 'cancel', id }, true);
    const answer = host.withFiles(files, () =>
      caller.receive({ type: 'call', id, method: name, input }, true),
    );
    if (ending.aborted) cancel();
    else ending.addEventListener('abort', cancel, { once: true });
    try {
      const result = await answer;
      if (result === undefined) throw new Error(`${name} was not answered.`);
      if (!result.ok) throw new DeskFailure(result.error);
      // The handler's type ties the answer to the name.
      return result.value as MethodOutput<Name>;
    } finally {
      ending.removeEventListener('abort', cancel);
    }
  }

  return {
    call,
    on: host.on,
    adopt: (tenant) => services.adoptRunTenant(tenant, signal),
    async close() {
      caller.close();
      await services.stop();
    },
  };
}
