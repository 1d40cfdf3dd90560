import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { WorkbookDecision } from '../../../contract/webhooks/workbooks.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { LiveWebhook } from '../kind/live-webhooks.ts';
import type { Hide, WebhookSecrets } from '../secrets/webhook-secrets.ts';
import type { Mapped } from './apply-mapping.ts';
import { applyMapping } from './apply-mapping.ts';
import type { Decided } from './decide.ts';
import { decide } from './decide.ts';
import type { NeededSecret } from './traveling-secrets.ts';
import { addressSecretId, createSecretTransfer } from './traveling-secrets.ts';
import type { SourceRule, WorkbookRecord } from './workbook-record.ts';

/** A rule of the source as it would be on the target, and what becomes of it there. */
export interface ComparedRule extends Decided {
  readonly key: string;
  readonly original: WebhookState;
  /** As it would be on the target, with placeholders of the target. */
  readonly wanted: WebhookState;
  readonly mapped: Mapped;
  readonly needed: readonly NeededSecret[];
  /** False where the source does not tell whether it is enabled. */
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
  /** Rules that are on the target since a run, with when it began: what was decided of them before is done. */
  readonly done: ReadonlyMap<string, number>;
}

/** Compares every rule with the target. Everybody else gets a turn meanwhile. Sends nothing. */
export async function compareRules(comparing: Comparing): Promise<readonly ComparedRule[]> {
  const { record, rules, target, targetName, ownerId, hide, secrets, done } = comparing;
  const carrier = createSecretTransfer({ secrets, ownerId, hide, entered: record.entered });
  const named = Map.groupBy(target, ({ state }) => state.name.trim());
  const twins = Map.groupBy(rules, ({ state }) => state.name.trim());
  const turns = createYielder();
  const compared: ComparedRule[] = [];
  const asked = record.only && new Set(record.only);
  for (const { key, state, updatedAt } of rules) {
    if (asked?.has(key) === false) continue;
    if (turns.isOver()) await turns.rest();
    const name = state.name.trim();
    const namesakes = named.get(name) ?? [];
    const mapped = applyMapping(state, record.mapping);
    // What a file leaves out is not taken away from what is there.
    const only = namesakes.length === 1 ? namesakes[0] : undefined;
    const isAddressOfTarget = state.url === '' && only !== undefined && only.state.url !== '';
    const { state: carried, needed } = await carrier.carry({ key, from: state.url }, mapped.state);
    const wanted = arriving(carried, only?.state, record);
    const stillNeeded = isAddressOfTarget ? needed.filter(({ id }) => id !== addressSecretId(key)) : needed;
    const decided = decide({
      wanted,
      updatedAt,
      namesakes,
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

/** What the person decided of a rule, unless a run has settled it since. */
export function chosenOf(
  { decisions }: WorkbookRecord,
  key: string,
  doneAt = -1,
): WorkbookDecision | undefined {
  const chosen = decisions[key];
  return chosen === undefined || chosen.at <= doneAt ? undefined : chosen.decision;
}

/** What nobody told stays as the target has it; a new one of which the state is not known is looked at before it is called. */
function arriving(
  state: WebhookState,
  namesake: WebhookState | undefined,
  { source, arriveDisabled }: WorkbookRecord,
): WebhookState {
  const areHeadersKnown = source.type === 'tenant' || source.hasHeaders;
  return {
    ...state,
    headers: areHeadersKnown ? state.headers : (namesake?.headers ?? ''),
    url: state.url === '' ? (namesake?.url ?? '') : state.url,
    riskLevel: state.riskLevel === '' ? (namesake?.riskLevel ?? '') : state.riskLevel,
    enabled: arriveDisabled ? false : (state.enabled ?? namesake?.enabled ?? false),
  };
}
