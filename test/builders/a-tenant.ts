import type { TenantAddress } from '../integration/tenant-process.ts';
import { callManagement, startTenant } from '../integration/tenant-process.ts';

/** An embedded tenant in its own process, with access for another client. */
export interface TestTenant extends AsyncDisposable {
  /** The first of its tenants, or all of them. */
  readonly addresses: readonly [TenantAddress, ...TenantAddress[]];
  readonly baseUrl: string;
  readonly accessToken: string;
  /** The raw body of `GET /rules`. */
  rulesText(): Promise<string>;
  rules(): Promise<readonly RuleRow[]>;
  /** Any request to the analytics service, bypassing the app and its proxy. Throws if it is rejected. */
  analytics(method: string, path: string, body?: unknown): Promise<string>;
  /** Any management call. Throws if the tenant rejects it. */
  manage(path: string, body: unknown): Promise<unknown>;
}

/** The members that specs use. */
export interface RuleRow {
  readonly policy_id: string;
  readonly name: string;
  readonly description: string;
  readonly status: number;
}

export interface TenantOptions {
  readonly tenants?: number;
  /** By default as many as a new tenant has. */
  readonly applications?: number;
}

/** Starts it; ready when it resolves. */
export async function aTenant({ tenants = 1, applications }: TenantOptions = {}): Promise<TestTenant> {
  const apps = applications === undefined ? [] : ['--apps', String(applications)];
  const running = await startTenant({ args: ['--tenants', String(tenants), ...apps, '--admin-token'] });
  const [address] = running.tenants;
  const { accessToken = '' } = address;

  async function analytics(method: string, path: string, body?: unknown): Promise<string> {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${address.analyticsUrl}${path}`, { method, headers, ...content });
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}`);
    return await response.text();
  }

  const rulesText = (): Promise<string> => analytics('GET', '/rules');
  return {
    addresses: running.tenants,
    baseUrl: address.baseUrl,
    accessToken,
    rulesText,
    rules: async () => JSON.parse(await rulesText()) as RuleRow[],
    analytics,
    async manage(path, body) {
      const { envelope } = await callManagement(address, path, body);
      if (!envelope.success) throw new Error(`${path} was rejected: ${envelope.Message}`);
      return envelope.Result;
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
    },
  };
}
