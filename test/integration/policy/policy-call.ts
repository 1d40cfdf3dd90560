import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import type { Handlers, MethodInput, MethodName } from '../../../contract/bridge/methods.ts';
import type { Policy, PolicyKey } from '../../../contract/policy/policy.ts';
import type { Services } from '../../../main/app/services.ts';
import { createServices } from '../../../main/app/services.ts';
import { createDispatcher } from '../../../main/platform/dispatch.ts';
import { failure } from '../../../main/platform/errors/failure.ts';
import type { ManagedPolicy } from '../../../main/platform/policy/managed-policy.ts';
import type { CallOrigin } from '../../../main/platform/policy/method-guard.ts';
import { createMemoryVault } from '../../../main/platform/secrets/secret-vault.ts';
import type { ProgramFacts } from '../../../main/updates/updates.ts';
import { fakeHandlers } from '../../fakes/handlers.ts';
import { createRecordingHost } from '../../fakes/recording-host.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

export const managed = (values: Policy): ManagedPolicy => ({
  values,
  source: '/etc/tenant-desk/policy.json',
});

/** An error that names the key, and makes a command end with exit code 8. */
export const deniedBy = (key: PolicyKey) => ({
  code: 'denied-by-policy',
  message: expect.stringMatching(new RegExp(String.raw` Managed by your organization \(${key}\)\.$`)),
});

export function temporaryFolder(): string {
  const folder = makeTemporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The result of a call, where only the policy can reject it. */
export async function call<Name extends MethodName>(
  policy: Policy,
  name: Name,
  input: MethodInput<Name>,
  origin?: CallOrigin,
) {
  const handlers: Partial<Handlers> = { [name]: () => Promise.reject(failure('canceled', 'Reached.')) };
  const { openCaller } = createDispatcher({
    handlers: fakeHandlers(handlers),
    policy: managed(policy),
    newRequestId: randomUUID,
    log: { write: () => undefined },
    checksOutput: true,
  });
  const result = await openCaller(origin).receive({ type: 'call', id: '1', method: name, input }, true);
  if (result === undefined || result.ok) throw new Error('It was answered.');
  return result.error;
}

export const reached = { code: 'canceled' };

/** The whole app on its own folder. */
export async function startServices(
  policy: Policy,
  profileFolder = temporaryFolder(),
  program?: ProgramFacts,
): Promise<Services> {
  const services = await createServices({
    host: createRecordingHost(),
    profileFolder,
    version: program?.version ?? '0.0.0-test',
    program,
    policy: managed(policy),
    openVault: async () => createMemoryVault({ available: false, name: 'none' }),
  });
  await services.start();
  onTestFinished(() => services.stop());
  return services;
}

/** A promise about a key, and its proof. */
export interface Enforced {
  readonly promise: string;
  readonly check: () => Promise<void>;
}

export type EnforcedKeys = { readonly [Key in PolicyKey]?: Enforced };
