import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { MethodInput, MethodName, MethodOutput } from '../../contract/bridge/methods.ts';
import { createServices } from '../../main/app/services.ts';
import { createDispatcher } from '../../main/platform/dispatch.ts';
import type { FindProxy } from '../../main/platform/http/find-proxy.ts';
import type { OpenedFile } from '../../main/platform/files/opened-file.ts';
import type { ManagedPolicy } from '../../main/platform/policy/managed-policy.ts';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import type { FileHost } from '../fakes/file-host.ts';
import { createFileHost } from '../fakes/file-host.ts';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';

/** The whole app on a separate profile folder, called as a window does, without a network. */
export interface TestProfile extends AsyncDisposable {
  readonly folder: string;
  readonly host: FileHost;
  readonly vault: SecretVault;
  call<Name extends MethodName>(name: Name, input: MethodInput<Name>): Promise<MethodOutput<Name>>;
  /** Saves a backup, and returns the file. */
  backUp(options?: { readonly passphrase: string; readonly includesSecrets: boolean }): Promise<OpenedFile>;
}

interface ProfileChoices {
  readonly folder?: string;
  readonly vault?: SecretVault;
  readonly policy?: ManagedPolicy;
  readonly systemProxy?: FindProxy;
  /** Replaces the dialog that always chooses a file. */
  readonly saveFile?: FileHost['saveFile'];
}

export async function aProfile(choices: ProfileChoices = {}): Promise<TestProfile> {
  const { policy = noPolicy, vault = createMemoryVault({ available: true, name: 'Test' }) } = choices;
  const folder = choices.folder ?? makeTemporaryFolder();
  const files = createFileHost();
  const host = Object.assign(files, { saveFile: choices.saveFile ?? files.saveFile });
  const services = await createServices({
    ...{ host, policy, profileFolder: folder, version: '0.0.0-test' },
    openVault: async () => vault,
    ...(choices.systemProxy === undefined ? {} : { systemProxy: choices.systemProxy }),
  });
  await services.start();
  const { openCaller } = createDispatcher({
    ...{ handlers: services.handlers, policy, newRequestId: randomUUID, checksOutput: true },
    log: { write: () => undefined },
  });
  const caller = openCaller();

  async function call<Name extends MethodName>(
    name: Name,
    input: MethodInput<Name>,
  ): Promise<MethodOutput<Name>> {
    const result = await caller.receive({ type: 'call', id: randomUUID(), method: name, input }, true);
    if (result === undefined) throw new Error(`${name} got no answer`);
    if (!result.ok) throw new DeskFailure(result.error);
    // The dispatcher checked the answer against the contract.
    return result.value as MethodOutput<Name>;
  }

  return {
    ...{ folder, host, vault, call },
    async backUp(options) {
      await call('backup.create', options ?? { passphrase: null, includesSecrets: false });
      const saved = host.saved.at(-1);
      if (saved === undefined) throw new Error('Nothing was saved.');
      return saved;
    },
    async [Symbol.asyncDispose]() {
      caller.close();
      await services.stop();
      if (choices.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
