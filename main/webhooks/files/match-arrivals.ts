import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import { isSameText } from '../../changes/kind/three-way-merge.ts';
import type { Candidate } from '../kind/find-created.ts';
import { readHeaderPairs } from '../secrets/header-text.ts';
import type { Hide } from '../secrets/webhook-secrets.ts';

/** A rule of an export file, credentials hidden. Its IDs are those of the exporting tenant and are ignored. */
export const fileRuleSchema = z.object({
  name: z.string(),
  eventType: z.string(),
  method: z.string(),
  /** Empty when the file was exported without URLs. */
  url: z.string(),
  contentType: z.string(),
  /** Empty when the file was exported without headers. */
  headers: z.string(),
  /** For a long one its digest: it is only compared, and a file may contain thousands. */
  requestBody: z.string(),
  /** The state it should get; null when that is left to the tenant. */
  enabled: z.boolean().nullable().default(null),
});

export type FileRule = z.infer<typeof fileRuleSchema>;

/** Everything that distinguishes rules: a file doesn't contain their state. */
const contentSchema = fileRuleSchema.omit({ enabled: true });

/** In characters. */
const longBody = 200;

/** Cached data of a rule of a file. */
export function fileRuleOf(
  { name, eventType, method, url, contentType, headers, requestBody, enabled }: ExportedRule,
  hide: Hide,
): FileRule {
  return {
    name,
    eventType,
    method,
    contentType,
    ...hide({ url, headers }),
    requestBody: requestBody.length > longBody ? digestOf(requestBody) : requestBody,
    // A tenant rejects enabling a webhook without a URL.
    enabled: url === '' && enabled === true ? null : enabled,
  };
}

/** Equal for texts that differ only in line ends and surrounding whitespace. */
function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(withLineFeeds(text.trim())).digest('base64')}`;
}

/** A webhook that was imported, and the state it should get; null when that is left to the tenant. */
export interface Arrival<Found extends Candidate> {
  readonly webhook: Found;
  readonly enabled: boolean | null;
}

export interface Arrivals<Found extends Candidate> {
  readonly arrived: readonly Arrival<Found>[];
  /** Names of the rules without a matching webhook. */
  readonly missing: readonly string[];
  /** Names of the rules with more matches than the file contains, so that ours can't be identified. */
  readonly unclear: readonly string[];
}

/**
 * Matches the rules of a file with new webhooks of the tenant. A new webhook is ours only if it equals the file's rule
 * in everything that the file contains, and each is used once.
 */
export function matchArrivals<Found extends Candidate>(
  rules: readonly FileRule[],
  fresh: readonly Found[],
): Arrivals<Found> {
  const arrived: Arrival<Found>[] = [];
  const missing: string[] = [];
  const unclear: string[] = [];
  const used = new Set<string>();
  const named = Map.groupBy(fresh, ({ state }) => state.name.trim());
  for (const equal of groupEqual(rules)) {
    const candidates = named.get(equal.rule.name.trim()) ?? [];
    const matches = candidates.filter(({ id, state }) => !used.has(id) && isRule(equal.rule, state));
    for (const { id } of matches) used.add(id);
    const { length: count } = equal.states;
    if (matches.length > count) {
      unclear.push(...Array.from({ length: count }, () => equal.rule.name));
      continue;
    }
    arrived.push(...withStates(matches, equal.states));
    missing.push(...Array.from({ length: count - matches.length }, () => equal.rule.name));
  }
  return { arrived, missing, unclear };
}

interface EqualTexts {
  readonly rule: FileRule;
  /** Assigns the requested states to the matches. */
  readonly states: readonly FileRule['enabled'][];
}

/**
 * Equal webhooks may have been in different states, in any order: those that are already in one of the states
 * take it, so that a repeated match gives the same result.
 */
function withStates<Found extends Candidate>(
  webhooks: readonly Found[],
  states: readonly FileRule['enabled'][],
): Arrival<Found>[] {
  const left = [...states];
  const take = (index: number): boolean | null => left.splice(index, 1)[0] ?? null;
  const resolved = webhooks.map((webhook) => {
    const index = left.indexOf(webhook.state.enabled);
    return { webhook, enabled: index === -1 ? undefined : take(index) };
  });
  return resolved.map(({ webhook, enabled }) => ({
    webhook,
    enabled: enabled === undefined ? take(0) : enabled,
  }));
}

/** Groups equal rules; more specific ones come first, so that less specific ones don't take their matches. */
function groupEqual(rules: readonly FileRule[]): EqualTexts[] {
  const groups = Map.groupBy(rules, (rule) => JSON.stringify(contentSchema.parse(rule)));
  const specificity = ({ url, headers }: FileRule): number => (url === '' ? 0 : 1) + (headers === '' ? 0 : 1);
  return [...groups.values()]
    .flatMap((equal) =>
      equal.slice(0, 1).map((rule) => ({ rule, states: equal.map(({ enabled }) => enabled) })),
    )
    .toSorted((one, other) => specificity(other.rule) - specificity(one.rule));
}

/** The names are already equal. */
function isRule(rule: FileRule, state: WebhookState): boolean {
  const isSame = (one: string, other: string): boolean => isSameText(one.trim(), other.trim());
  return (
    isSame(rule.eventType, state.eventType) &&
    isSame(rule.method.toUpperCase(), state.method.toUpperCase()) &&
    isSame(rule.contentType, state.contentType) &&
    (isSame(rule.requestBody, state.requestBody) || rule.requestBody === digestOf(state.requestBody)) &&
    (rule.url === '' || isSame(rule.url, state.url)) &&
    (rule.headers.trim() === '' || headersKey(rule.headers) === headersKey(state.headers))
  );
}

function headersKey(headers: string): string {
  return readHeaderPairs(headers)
    .map(({ name, value }) => `${name.toLowerCase()}: ${value}`)
    .toSorted()
    .join('\n');
}
