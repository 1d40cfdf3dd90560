import { tokensIn } from './ledger.ts';
import type { Person } from './person.ts';
import type { Stage } from './stage.ts';

/** An instance reports the truth about its plans, all of them are readable, and open ones are offered. */
export async function checkPlans({ ledger }: Stage, { desk }: Person): Promise<void> {
  const { call, tenantId } = desk.desk();
  const planIds = new Set(
    ledger.writes.filter((write) => write.by === desk.name).map(({ planId }) => planId),
  );
  for (const planId of planIds) {
    if (planId.endsWith(' back') || planId === '') continue;
    const items = await desk.items(planId);
    if (items.some(({ state }) => state === 'taken-back')) continue;
    ledger.checkPlan(desk.name, planId, items);
  }
  const open = await call('changes.open', undefined);
  for (const entry of await call('history.list', { tenantId, limit: 20 })) {
    if (!entry.isReadable) ledger.problems.push(`${desk.name} cannot read its history.`);
    else if (entry.plan.state === 'open' && !open.some(({ id }) => id === entry.plan.id)) {
      ledger.problems.push(`${desk.name} does not offer what is open.`);
    }
  }
}

/** Words that were typed and not applied are in a draft. */
export async function checkDrafts({ ledger }: Stage, person: Person): Promise<void> {
  const { desk } = person;
  const missing = ledger.missing(desk.name);
  if (missing.length === 0) return;
  const { call, tenantId } = desk.desk();
  const states = await Promise.all(
    (await person.drafts()).map(({ kind, targetId }) => call('drafts.get', { tenantId, kind, targetId })),
  );
  const inDrafts = tokensIn(states.map((draft) => draft?.state));
  for (const marker of missing) {
    if (!inDrafts.has(marker))
      ledger.problems.push(`${desk.name} lost ${marker}: it is in no draft, and was never applied.`);
  }
}

/** Every started creation has exactly one result. */
export function checkDoubled({ ledger, tenant }: Stage): void {
  const names = [...tenant.read().webhooks.values()].map(({ name }) => name);
  const doubled = names.filter((name, index) => name.startsWith('New ') && names.indexOf(name) !== index);
  for (const name of doubled) ledger.problems.push(`${name} is there twice.`);
}
