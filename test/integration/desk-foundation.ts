import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { TenantInput } from '../../contract/tenants/tenants.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { Foundation, FoundationOptions } from '../../main/app/foundation.ts';
import { createFoundation } from '../../main/app/foundation.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import type { RecordingHost } from '../fakes/recording-host.ts';
import { createRecordingHost } from '../fakes/recording-host.ts';

export interface TestFoundation extends AsyncDisposable {
  readonly foundation: Foundation;
  readonly host: RecordingHost;
  readonly folder: string;
}

export function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tenant-desk-test-'));
}

/** The services' foundation on a new profile folder, by default with secrets in memory. */
export function startFoundation(options: Partial<FoundationOptions> = {}): TestFoundation {
  const host = createRecordingHost();
  const folder = options.profileFolder ?? makeTemporaryFolder();
  const foundation = createFoundation({
    host,
    profileFolder: folder,
    version: '0.0.0-test',
    policy: noPolicy,
    openVault: async () =>
      createMemoryVault({ available: false, name: 'Secret Service', reason: 'Not used in this test.' }),
    now: Date.now,
    newId: randomUUID,
    signInLimitMs: 60_000,
    moreNouns: [],
    ...options,
  });
  return {
    foundation,
    host,
    folder,
    async [Symbol.asyncDispose]() {
      await foundation.sessions.stop();
      foundation.transport.close();
      foundation.profile.close();
      if (options.profileFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function tenantAt(origin: string, changes: Partial<TenantInput> = {}): TenantInput {
  return {
    name: 'Acme',
    color: 'blue',
    environment: 'development',
    baseUrl: origin,
    issuer: origin,
    clientId: 'desk',
    scopes: ['openid', 'offline_access'],
    extraHeaders: {},
    ...changes,
  };
}

export function callContext(signal: AbortSignal = new AbortController().signal): CallContext {
  return { signal, requestId: randomUUID() };
}
