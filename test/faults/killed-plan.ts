import type { Edit, Plan } from '../../contract/changes/changes.ts';
import { originsTargetId } from '../../contract/origins/origins.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { isWrite } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import type { TenantState } from './tenant-state.ts';

/** The plan during which the app is killed: new webhooks, and changes of an application and the origins between them. */
export interface KilledPlan {
  readonly suffix: string;
  readonly applicationId: string;
}

const webhooks = ['first', 'second', 'third'] as const;
const description = 'Described.';
const script = 'setAudience("ours");\n';

/** Leaves the application that the plan changes. */
export async function prepareKilledPlan(
  { administrator }: FaultyTenant,
  suffix: string,
): Promise<KilledPlan> {
  const applicationId = await administrator.addApplication('Generic SAML');
  await administrator.changeApplication(applicationId, {
    Name: `Killed ${suffix}`,
    Description: 'As it was.',
    Script: 'setAudience("as it was");\n',
  });
  return { suffix, applicationId };
}

export async function makeKilledPlan(
  desk: FaultyDesk,
  killed: KilledPlan,
  state: TenantState,
): Promise<Plan> {
  return await desk.call('changes.plan', {
    tenantId: desk.tenantId,
    request: { from: 'edits', edits: editsOf(killed, state) },
  });
}

/** Of the last one the tenant says that it has to wait, so that the plan stays open. */
export async function applyAllButTheLast(desk: FaultyDesk, proxy: FaultProxy, planId: string): Promise<void> {
  proxy.setFaults((request) => {
    if (isWrite(request) && request.path.endsWith('/rules/webhook') && request.body.includes('third')) {
      return { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '3600' } };
    }
    return { kind: 'pass' };
  });
  await desk.call('changes.apply', { planId });
  proxy.setFaults(() => ({ kind: 'pass' }));
}

function editsOf({ suffix, applicationId }: KilledPlan, { applications, origins }: TenantState): Edit[] {
  const application = applications.get(applicationId);
  if (application === undefined) throw new Error('The application is not there.');
  const webhook = (name: (typeof webhooks)[number]): Edit => {
    const url = 'https://hooks.acme.example/killed';
    const wanted = aWebhook({ name: `${name} ${suffix}`, url, requestBody: '{}' });
    return { kind: 'webhook', targetId: null, base: null, wanted };
  };
  const base = { application: application.name, script: application.script ?? '' };
  const wantedOrigins = [...origins, `killed-${suffix}.example`];
  return [
    webhook('first'),
    {
      kind: 'application',
      targetId: applicationId,
      base: application,
      wanted: { ...application, description },
    },
    webhook('second'),
    { kind: 'script', targetId: applicationId, base, wanted: { ...base, script } },
    {
      kind: 'origins',
      targetId: originsTargetId,
      base: { origins: [...origins] },
      wanted: { origins: wantedOrigins },
    },
    webhook('third'),
  ];
}

/** Current on tenant not of the plan, or has too often; `before` is what it had before it was applied. */
export function missingOf(
  { suffix, applicationId }: KilledPlan,
  before: TenantState,
  now: TenantState,
): readonly string[] {
  const problems: string[] = [];
  const added = [...now.webhooks].filter(([id]) => !before.webhooks.has(id)).map(([, { name }]) => name);
  const wanted = webhooks.map((name) => `${name} ${suffix}`);
  if (JSON.stringify(added) !== JSON.stringify(wanted)) {
    problems.push(`the new webhooks are ${JSON.stringify(added)}.`);
  }
  const application = now.applications.get(applicationId);
  if (application?.description !== description || application.script !== script) {
    problems.push(`the application is ${JSON.stringify(application)}.`);
  }
  if (now.origins.length !== before.origins.length + 1) {
    problems.push(`the origins are ${now.origins.join(', ')}.`);
  }
  return problems;
}
