import { randomUUID } from 'node:crypto';
import { applicationStateOf } from '../../../contract/applications/applications.ts';
import type { ApplicationState } from '../../../contract/applications/applications.ts';
import type { ConfigurationState } from '../../../contract/configuration/configuration.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isRejection } from '../../../contract/errors/errors.ts';
import type { Role, RoleApplication, RoleMember } from '../../../contract/roles/roles.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import { inOrder } from '../../platform/timing/in-order.ts';
import type { Desk } from '../desk/desk.ts';
import { freshData } from '../fresh-read.ts';
import type { Output } from '../output/output.ts';

/** The part of a tenant that folders hold. */
export interface TenantContent {
  readonly applications: readonly ApplicationContent[];
  readonly webhooks: readonly WebhookContent[];
  readonly origins: readonly string[];
  readonly configuration: ConfigurationState;
  readonly roles: readonly RoleContent[];
}

export interface ApplicationContent {
  readonly id: string;
  readonly state: ApplicationState;
  /** Its own or that of its template; null if the tenant doesn’t report it. */
  readonly script: string | null;
}

export interface WebhookContent {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number | null;
  readonly state: WebhookState;
}

export interface RoleContent {
  readonly role: Role;
  readonly applications: readonly RoleApplication[];
  /** Absent where they were not asked for, or if the tenant doesn’t report them. */
  readonly members?: readonly RoleMember[];
}

/** Items that are read at once, unless `--concurrency` says otherwise. */
export const usualConcurrency = 6;

export interface TenantReading {
  readonly call: Desk['call'];
  readonly tenantId: string;
  readonly output: Pick<Output, 'warn'>;
  readonly concurrency: number;
  readonly withMembers: boolean;
  /** Of calls that share what is read. */
  readonly reading?: string;
}

/** Nothing of it is cached: a pipeline reads a whole tenant, and asks for it again the next time. */
const now = { freshness: 'tenant-only' } as const;

/** Reads all of it now; never what was cached. */
export async function readTenant(reading: TenantReading): Promise<TenantContent> {
  const { call, tenantId, output } = reading;
  const shared = sharedOf(reading);
  const rows = freshData(await call('applications.list', { tenantId }), output);
  const applications = await readAll(rows, reading, async ({ id }) => {
    const state = applicationStateOf(
      freshData(await call('applications.get', { tenantId, id, ...now }, shared), output),
    );
    return { id, state, script: state.script ?? (await templateScript(reading, shared, id)) };
  });
  const webhooks = freshData(await call('webhooks.list', { tenantId }), output);
  const { origins } = freshData(await call('origins.get', { tenantId }), output);
  const { state } = freshData(await call('configuration.get', { tenantId }), output);
  return {
    applications,
    webhooks: webhooks.map((webhook) => {
      return { id: webhook.id, updatedAt: webhook.updatedAt, state: webhookStateOf(webhook) };
    }),
    origins,
    configuration: state,
    roles: await readRoles(reading),
  };
}

const sharedOf = ({ reading = randomUUID() }: TenantReading) => ({ reading });

async function templateScript(
  { call, tenantId, output }: TenantReading,
  shared: { readonly reading: string },
  applicationId: string,
): Promise<string | null> {
  try {
    return freshData(await call('scripts.get', { tenantId, applicationId, ...now }, shared), output).script;
  } catch (error) {
    if (error instanceof DeskFailure && isRejection(error.code)) return null;
    throw error;
  }
}

async function readRoles(reading: TenantReading): Promise<RoleContent[]> {
  const { call, tenantId, output, withMembers } = reading;
  const roles = freshData(await call('roles.list', { tenantId }), output);
  return await readAll(roles, reading, async (role) => {
    const ofRole = { tenantId, roleId: role.id };
    const applications = freshData(await call('roles.publications', ofRole), output);
    if (!withMembers) return { role, applications };
    const members = freshData(await call('roles.members', ofRole), output);
    return members.isKnown ? { role, applications, members: members.members } : { role, applications };
  });
}

async function readAll<Item, Result>(
  items: readonly Item[],
  { concurrency }: TenantReading,
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const result of inOrder(items, concurrency, read)) results.push(result);
  return results;
}
