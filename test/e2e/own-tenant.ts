import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import type { DeskOnTenant, DeskOptions } from '../integration/desk-on-tenant.ts';
import { startDesk } from '../integration/desk-on-tenant.ts';
import { startTenant } from '../integration/tenant-process.ts';

/** A tenant that is not the desk's own sandbox: it can go down, come back, and fail on the way. */
export interface OwnTenant {
  /** Where it answers, with nothing in between. */
  readonly baseUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Of its administrator. */
  readonly password: string;
  /** What stands between the desk and the tenant's services; the desk's profile names its address where it is to fail. */
  readonly network: FaultProxy;
  /** Another desk that works on the same tenant, directly. */
  colleague(options?: Partial<DeskOptions>): DeskOnTenant;
  goDown(): Promise<void>;
  /** At the same address and with the same data. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** `applications` is how many it has, forty unless told otherwise. */
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
