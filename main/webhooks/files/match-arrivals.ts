import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import { isSameText } from '../../changes/kind/three-way-merge.ts';
import type { Candidate } from '../kind/find-created.ts';
import { readHeaderPairs } from '../secrets/header-text.ts';
import type { Hide } from '../secrets/webhook-secrets.ts';

/** A rule as an export file has it, credentials hidden. Identifiers are the tenant's that exported it, and say nothing. */
export const fileRuleSchema = z.object({
  name: z.string(),
  eventType: z.string(),
  method: z.string(),
  /** Empty where the file was exported without addresses. */
  url: z.string(),
  contentType: z.string(),
  /** Empty where the file was exported without headers. */
  headers: z.string(),
  /** In the place of a long one its digest: it is only compared, and a file may hold thousands. */
  requestBody: z.string(),
  /** The state in which it shall arrive; null where that is left to the tenant. */
  enabled: z.boolean().nullable().default(null),
});

export type FileRule = z.infer<typeof fileRuleSchema>;

/** All that tells rules apart: a file says nothing of their state. */
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
    // Without an address nothing can be called: a tenant refuses to enable it.
    enabled: url === '' && enabled === true ? null : enabled,
  };
}

/** Alike for texts that are the same but for their line ends and the blanks around them. */
function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(withLineFeeds(text.trim())).digest('base64')}`;
}

/** A webhook that came of a file, and the state in which it shall be; null where that is left to the tenant. */
export interface Arrival<Found extends Candidate> {
  readonly webhook: Found;
  readonly enabled: boolean | null;
}

export interface Arrivals<Found extends Candidate> {
  readonly arrived: readonly Arrival<Found>[];
  /** Names of the rules of which nothing came. */
  readonly missing: readonly string[];
  /** Names of the rules of which more came than the file has: which are ours cannot be told. */
  readonly unclear: readonly string[];
}

/**
 * Pairs the rules of a file with what is new in the tenant. A new webhook is ours only if it equals the file's rule
 * in everything that the file tells, and each is used once.
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
  for (const alike of groupEqual(rules)) {
    const candidates = named.get(alike.rule.name.trim()) ?? [];
    const matches = candidates.filter(({ id, state }) => !used.has(id) && isRule(alike.rule, state));
    for (const { id } of matches) used.add(id);
    const { length: count } = alike.states;
    if (matches.length > count) {
      unclear.push(...Array.from({ length: count }, () => alike.rule.name));
      continue;
    }
    arrived.push(...withStates(matches, alike.states));
    missing.push(...Array.from({ length: count - matches.length }, () => alike.rule.name));
  }
  return { arrived, missing, unclear };
}

interface EqualTexts {
  readonly rule: FileRule;
  /** The states in which they shall be: as many as there are of them. */
  readonly states: readonly FileRule['enabled'][];
}

/**
 * Equal webhooks may have been in different states, and any of them may be any: those that are in one of the states already
 * take it, so that looking again pairs them alike.
 */
function withStates<Found extends Candidate>(
  webhooks: readonly Found[],
  states: readonly FileRule['enabled'][],
): Arrival<Found>[] {
  const left = [...states];
  const take = (index: number): boolean | null => left.splice(index, 1)[0] ?? null;
  const settled = webhooks.map((webhook) => {
    const index = left.indexOf(webhook.state.enabled);
    return { webhook, enabled: index === -1 ? undefined : take(index) };
  });
  return settled.map(({ webhook, enabled }) => ({
    webhook,
    enabled: enabled === undefined ? take(0) : enabled,
  }));
}

/** Equal rules together; those that tell more come first, so that one that tells less does not take what is theirs. */
function groupEqual(rules: readonly FileRule[]): EqualTexts[] {
  const groups = Map.groupBy(rules, (rule) => JSON.stringify(contentSchema.parse(rule)));
  const told = ({ url, headers }: FileRule): number => (url === '' ? 0 : 1) + (headers === '' ? 0 : 1);
  return [...groups.values()]
    .flatMap((alike) =>
      alike.slice(0, 1).map((rule) => ({ rule, states: alike.map(({ enabled }) => enabled) })),
    )
    .toSorted((one, other) => told(other.rule) - told(one.rule));
}

/** The names are the same already. */
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
