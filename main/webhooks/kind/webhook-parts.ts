import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookDefinitionSchema } from '../../../contract/webhooks/webhooks.ts';
import { withLineEndsOf } from '../../../languages/text/line-ends.ts';
import type { Problem } from '../../changes/kind/change-kind.ts';
import { differingParts, isIdenticalState, isSameState } from '../../changes/kind/compare-states.ts';
import type { FieldPart, Part } from '../../changes/kind/part.ts';
import { field, text } from '../../changes/kind/part.ts';
import { readHeaderPairs, writeHeaderPairs } from '../secrets/header-text.ts';

const isSame = (one: string, other: string): boolean => one.trim() === other.trim();
const labels = { yes: 'Enabled', no: 'Disabled' } as const;

const enabledPart: FieldPart<WebhookState> = {
  type: 'field',
  name: 'enabled',
  label: 'State',
  get: ({ enabled }) => (enabled === null ? '' : enabled ? labels.yes : labels.no),
  set: (state, value) => ({ ...state, enabled: value === '' ? null : value === labels.yes }),
};

/**
 * The parts of a webhook, in review order. An unreadable value is a separate
 * value here: choosing one is a change then.
 */
export const webhookParts: readonly Part<WebhookState>[] = [
  field<WebhookState>('name', 'Name', { isSame, inGroups: 'name' }),
  text<WebhookState>('description', 'Description', 'text', { isTrimmed: true, inGroups: 'listed' }),
  enabledPart,
  field<WebhookState>('url', 'URL', { isSame }),
  field<WebhookState>('method', 'Method', {
    isSame: (one, other) => one.trim().toUpperCase() === other.trim().toUpperCase(),
  }),
  field<WebhookState>('contentType', 'Content type', { isSame }),
  field<WebhookState>('eventType', 'Event type'),
  field<WebhookState>('riskLevel', 'Risk level'),
  {
    type: 'pairs',
    name: 'headers',
    label: 'Headers',
    get: ({ headers }) => readHeaderPairs(headers),
    set: (state, pairs) => ({
      ...state,
      headers: withLineEndsOf(state.headers, writeHeaderPairs(pairs), '\n'),
    }),
  },
  text<WebhookState>('requestBody', 'Template', 'freemarker', { isTrimmed: true }),
];

/** `now` with the values of `wanted` for unreadable ones, which can't be compared. */
function withUnreadableFrom(wanted: WebhookState, now: WebhookState): WebhookState {
  const isEnabledKnown = wanted.enabled !== null && now.enabled !== null;
  const isRiskLevelKnown = wanted.riskLevel !== '' && now.riskLevel !== '';
  return {
    ...now,
    enabled: isEnabledKnown ? now.enabled : wanted.enabled,
    riskLevel: isRiskLevelKnown ? now.riskLevel : wanted.riskLevel,
  };
}

/** True when the tenant's record shows everything that was requested; unreadable values count as shown. */
export function isExactly(wanted: WebhookState, now: WebhookState): boolean {
  return isSameState(webhookParts, wanted, withUnreadableFrom(wanted, now));
}

/** `name, template`: the parts in which two webhooks differ. */
export function differenceOf(one: WebhookState, other: WebhookState): string {
  return differingParts(webhookParts, one, withUnreadableFrom(one, other))
    .map(({ label }) => label.toLowerCase())
    .join(', ');
}

const isOnlySwitched = (switched: WebhookState, after: WebhookState): boolean =>
  isIdenticalState(webhookParts, switched, withUnreadableFrom(switched, after));

/** True for a change that only enables or disables: the only change that the tenant can make in place. */
export function isSwitch(before: WebhookState, after: WebhookState): boolean {
  const setsRiskLevel = after.riskLevel !== '' && before.riskLevel === '';
  return (
    after.enabled !== null &&
    after.enabled !== before.enabled &&
    !setsRiskLevel &&
    isOnlySwitched({ ...before, enabled: after.enabled }, after)
  );
}

/** Defaults for unreadable values that must be sent. */
export const assumed = { enabled: true, riskLevel: 'Low' } as const;

/**
 * Why the tenant would not create this webhook, one message per part. Unreadable values get
 * defaults. A webhook that is only enabled or disabled isn't created, so it may be invalid.
 */
export function problemsOfWebhook(state: WebhookState, live?: WebhookState): Problem[] {
  if (live !== undefined && (isSwitch(live, state) || isExactly(live, state))) return [];
  const parsed = webhookDefinitionSchema.safeParse(withAssumed(state));
  if (parsed.success) return [];
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const part = String(path[0]);
    if (!problems.has(part)) problems.set(part, message);
  }
  return [...problems].map(([part, message]) => ({ part, message }));
}

export function withAssumed(state: WebhookState) {
  return {
    ...state,
    enabled: state.enabled ?? assumed.enabled,
    riskLevel: state.riskLevel === '' ? assumed.riskLevel : state.riskLevel,
  };
}
