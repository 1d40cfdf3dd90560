import type { Plan } from '../../../contract/changes/changes.ts';
import type { ChangeService } from '../../changes/service/change-service.ts';
import type { ShownHeaders } from '../secrets/shown-headers.ts';
import { compareRules } from './compare-rules.ts';
import type { Described } from './describe-workbook.ts';
import type { SideReading, Sides } from './read-sides.ts';
import { rulesForFile, shownHeadersOf } from './rules-for-file.ts';
import { doneSince, runsOfRules } from './runs-of-workbook.ts';
import type { WorkbookRecord } from './workbook-record.ts';
import type { WorkbookStore } from './workbook-store.ts';

export interface ComparingParts extends SideReading {
  readonly store: WorkbookStore;
  readonly shownHeaders: Pick<ShownHeaders, 'names'>;
  readonly changes: Pick<ChangeService, 'plan' | 'get' | 'items' | 'discard'>;
}

type ComparedWorkbook = Omit<Described, 'isOpen'>;

/** The sides of a workbook compared, with the results of its runs. */
export async function compareWorkbook(
  parts: ComparingParts,
  record: WorkbookRecord,
  sides: Sides,
): Promise<ComparedWorkbook> {
  const { store, changes, secrets, tenants } = parts;
  const { source, targetId } = record;
  if (targetId === null) return await compareForFile(parts, record, sides);
  const target = tenants.get(targetId);
  const begun = (await plansOf(changes, record.runs)).filter(({ plan }) => plan.state !== 'planned');
  const begunAt = new Map(begun.map(({ plan }) => [plan.id, plan.appliedAt ?? 0]));
  const runs = runsOfRules(changes, { runs: begun.map(({ run }) => run) });
  const compared = await compareRules({
    ...{ record, rules: sides.rules, target: sides.target, targetName: target.name },
    ownerId: source.type === 'tenant' ? source.tenantId : targetId,
    hide: await secrets.hiderFor(targetId),
    secrets,
    done: doneSince(runs, (planId) => begunAt.get(planId) ?? 0),
  });
  return {
    ...{ record, sides, compared, target, runs, mappings: store.mappings() },
    source: source.type === 'tenant' ? tenants.get(source.tenantId) : undefined,
    run: begun.at(-1)?.plan ?? null,
  };
}

/** For a new file: nothing is compared, and nothing runs. */
async function compareForFile(
  parts: ComparingParts,
  record: WorkbookRecord,
  sides: Sides,
): Promise<ComparedWorkbook> {
  const { source } = record;
  const ownerId = source.type === 'tenant' ? source.tenantId : undefined;
  const showHeaders = ownerId === undefined ? undefined : shownHeadersOf(parts, ownerId);
  return {
    ...{ record, sides },
    compared: await rulesForFile({ record, rules: sides.rules, showHeaders }),
    source: ownerId === undefined ? undefined : parts.tenants.get(ownerId),
    ...{ target: undefined, runs: new Map(), run: null, mappings: parts.store.mappings() },
  };
}

/** The existing plans of these runs. */
export async function plansOf<Run extends { readonly planId: string }>(
  changes: Pick<ChangeService, 'get'>,
  runs: readonly Run[],
): Promise<{ readonly run: Run; readonly plan: Plan }[]> {
  const found: { readonly run: Run; readonly plan: Plan }[] = [];
  for (const run of runs) {
    const plan = await changes.get(run.planId).catch(() => undefined);
    if (plan !== undefined) found.push({ run, plan });
  }
  return found;
}
