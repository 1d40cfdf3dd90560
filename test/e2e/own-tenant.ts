import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import type { DeskOnTenant, DeskOptions } from '../integration/desk-on-tenant.ts';
import { startDesk } from '../integration/desk-on-tenant.ts';
import { startTenant } from '../integration/tenant-process.ts';

/** A tenant that isn't Tenant Desk's own sandbox: it can be stopped, started again, and made to fail. */
export interface OwnTenant {
  /** Its direct base URL, without the fault proxy. */
  readonly baseUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Its administrator's credentials. */
  readonly password: string;
  /**
   * The proxy between Tenant Desk and the tenant's services. A profile uses its URL to get injected faults.
   */
  readonly network: FaultProxy;
  /** Another admin's Tenant Desk, connected to the same tenant directly. */
  colleague(options?: Partial<DeskOptions>): DeskOnTenant;
  goDown(): Promise<void>;
  /** Starts it again with the same URL and data. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** `applications` is the number of its applications, 40 by default. */
export async function startOwnTenant({
  applications = 40,
}: { readonly applications?: number } = {}): Promise<OwnTenant> {
  const folder = mkdtempSync(join(tmpdir(), 'tenant-desk-own-'));
  const start = () =>
    startTenant({
      args: ['--tenants', '1', '--apps', String(applications), '--data', folder, '--admin-token'],
    });
  let running = await start();
  const [{ baseUrl, issuer, clientId, password }] = running.tenants;
  const network = await startFaultProxy(baseUrl);
  return {
    baseUrl,
    issuer,
    clientId,
    password,
    network,
    colleague: (options) =>
      startDesk({ baseUrl, accessToken: running.tenants[0].accessToken ?? '', ...options }),
    async goDown() {
      await running.stop();
    },
    async comeBack() {
      running = await start();
    },
    async stop() {
      await network[Symbol.asyncDispose]();
      await running.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
