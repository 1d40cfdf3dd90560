import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { WorkbookDecision } from '../../../contract/webhooks/workbooks.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { LiveWebhook } from '../kind/live-webhooks.ts';
import type { Hide, WebhookSecrets } from '../secrets/webhook-secrets.ts';
import type { Mapped } from './apply-mapping.ts';
import { applyMapping } from './apply-mapping.ts';
import type { Decided } from './decide.ts';
import { decide } from './decide.ts';
import type { NeededSecret } from './secret-transfer.ts';
import { addressSecretId, createSecretTransfer } from './secret-transfer.ts';
import type { SourceRule, WorkbookRecord } from './workbook-record.ts';

/** A rule of the source mapped to the target, with its decision. */
export interface ComparedRule extends Decided {
  readonly key: string;
  readonly original: WebhookState;
  /** Mapped, with placeholders of the target. */
  readonly wanted: WebhookState;
  readonly mapped: Mapped;
  readonly needed: readonly NeededSecret[];
  /** False when the source doesn't report whether it is enabled. */
  readonly isStateKnown: boolean;
}

export interface Comparing {
  readonly record: WorkbookRecord;
  readonly rules: readonly SourceRule[];
  readonly target: readonly LiveWebhook[];
  readonly targetName: string;
  /** The tenant to which the placeholders of the rules belong. */
  readonly ownerId: string;
  readonly hide: Hide;
  readonly secrets: Pick<WebhookSecrets, 'reveal'>;
  /** Rules that a run created on the target, with its start: earlier decisions on them are done. */
  readonly done: ReadonlyMap<string, number>;
}

/** Compares every rule with the target, yielding to other work. Sends nothing. */
export async function compareRules(comparing: Comparing): Promise<readonly ComparedRule[]> {
  const { record, rules, target, targetName, ownerId, hide, secrets, done } = comparing;
  const transfer = createSecretTransfer({ secrets, ownerId, hide, entered: record.entered });
  const named = Map.groupBy(target, ({ state }) => state.name.trim());
  const twins = Map.groupBy(rules, ({ state }) => state.name.trim());
  const yielder = createYielder();
  const compared: ComparedRule[] = [];
  const requested = record.only && new Set(record.only);
  for (const { key, state, updatedAt } of rules) {
    if (requested?.has(key) === false) continue;
    if (yielder.isOver()) await yielder.rest();
    const name = state.name.trim();
    const sameName = named.get(name) ?? [];
    const mapped = applyMapping(state, record.mapping);
    // What a file omits isn't removed from the target.
    const only = sameName.length === 1 ? sameName[0] : undefined;
    const isAddressOfTarget = state.url === '' && only !== undefined && only.state.url !== '';
    const { state: transferred, needed } = await transfer.carry({ key, from: state.url }, mapped.state);
    const wanted = arriving(transferred, only?.state, record);
    const stillNeeded = isAddressOfTarget ? needed.filter(({ id }) => id !== addressSecretId(key)) : needed;
    const decided = decide({
      wanted,
      updatedAt,
      sameName,
      twins: twins.get(name)?.length ?? 1,
      isAddressMissing: stillNeeded.some(
        ({ type, state: found }) => type === 'address' && found === 'missing',
      ),
      chosen: chosenOf(record, key, done.get(key)),
      targetName,
    });
    const isStateKnown = state.enabled !== null;
    compared.push({ ...decided, key, original: state, wanted, mapped, needed: stillNeeded, isStateKnown });
  }
  return compared;
}

/** The user's decision on a rule, unless a run has completed it since. */
export function chosenOf(
  { decisions }: WorkbookRecord,
  key: string,
  doneAt = -1,
): WorkbookDecision | undefined {
  const chosen = decisions[key];
  return chosen === undefined || chosen.at <= doneAt ? undefined : chosen.decision;
}

/** Unreadable values stay as in the target; a new rule with an unknown state arrives disabled. */
function arriving(
  state: WebhookState,
  match: WebhookState | undefined,
  { source, arriveDisabled }: WorkbookRecord,
): WebhookState {
  const areHeadersKnown = source.type === 'tenant' || source.hasHeaders;
  return {
    ...state,
    headers: areHeadersKnown ? state.headers : (match?.headers ?? ''),
    url: state.url === '' ? (match?.url ?? '') : state.url,
    riskLevel: state.riskLevel === '' ? (match?.riskLevel ?? '') : state.riskLevel,
    enabled: arriveDisabled ? false : (state.enabled ?? match?.enabled ?? false),
  };
}
