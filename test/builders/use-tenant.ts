import { afterAll, beforeAll } from 'vitest';
import type { Envelope, TenantAddress, TenantProcess } from '../integration/tenant-process.ts';
import { callManagement, startTenant } from '../integration/tenant-process.ts';

/** The embedded tenant of a spec file, in its own process, with an admin's requests over HTTP. */
export interface TenantInUse extends TenantAddress {
  /** Of an admin with full access. */
  readonly accessToken: string;
  /** The envelope of a management call. */
  call(path: string, body?: unknown): Promise<Envelope>;
  /** The envelope of a query, or of a procedure by its path. */
  ask(script: string, args?: unknown): Promise<Envelope>;
  /** Adds an application from the catalog and returns its ID. */
  addApplication(templateId: string): Promise<string>;
}

/**
 * Call it once at the top of a spec file. `args` are additional command-line arguments; what they refer to
 * must exist after earlier hooks have run.
 */
export function useTenant(args: () => readonly string[] = () => []): TenantInUse {
  let running: TenantProcess | undefined;
  const address = (): TenantAddress => {
    if (running === undefined) throw new Error('The tenant exists only while specs run.');
    return running.tenants[0];
  };
  const call = async (path: string, body?: unknown): Promise<Envelope> =>
    (await callManagement(address(), path, body)).envelope;

  beforeAll(async () => {
    running = await startTenant({ args: ['--admin-token', '--tenants', '1', ...args()] });
  });
  afterAll(async () => void (await running?.stop()));

  return {
    get name() {
      return address().name;
    },
    get baseUrl() {
      return address().baseUrl;
    },
    get analyticsUrl() {
      return address().analyticsUrl;
    },
    get issuer() {
      return address().issuer;
    },
    get clientId() {
      return address().clientId;
    },
    get username() {
      return address().username;
    },
    get password() {
      return address().password;
    },
    get accessToken() {
      return address().accessToken ?? '';
    },
    call,
    ask: (Script, Args) => call('/redrock/query', { Script, ...(Args === undefined ? {} : { Args }) }),
    async addApplication(ID) {
      const { Result } = await call('/SaasManage/ImportAppFromTemplate', { ID });
      const [{ _RowKey }] = Result as [{ _RowKey: string }];
      return _RowKey;
    },
  };
}
