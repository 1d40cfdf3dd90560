import { createHash } from 'node:crypto';
import type { PlanItem } from '../../../contract/changes/changes.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { liveItems } from './live-items.ts';
import type { TenantContent } from './read-tenant.ts';

export type Fingerprints = Readonly<Record<string, string>>;

const digest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 27);

/** One for each item that was read, by kind, ID and name. A secret is no part of it. */
export function fingerprintsOf(content: TenantContent): Fingerprints {
  const changed = new Map(content.webhooks.map(({ id, updatedAt }) => [id, updatedAt]));
  // Who is in a role is not read for a plan.
  const roles = content.roles.map(({ role, applications }) => ({ role, applications }));
  return Object.fromEntries(
    liveItems({ ...content, roles }, []).map(({ id, item }) => [
      `${item.kind} ${id} ${item.name}`,
      digest([item, changed.get(id) ?? null]),
    ]),
  );
}

/** What changed since, appeared or is gone: `webhook Audit lake`. */
export function changedSince(before: Fingerprints, now: Fingerprints): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...keys].filter((key) => before[key] !== now[key]);
  return [...new Set(changed.map((key) => key.replace(/^(\S+) \S+ /, '$1 ')))];
}

/** Of what a review shows. Placeholders are different in every run. */
export function reviewDigest(items: readonly PlanItem[]): string {
  const shown = items.map(({ verb, title, target, parts, warnings, risks, steps }) => {
    return [verb, title, target.kind, target.name, parts, warnings, risks ?? [], steps];
  });
  return digest(JSON.parse(JSON.stringify(shown).replaceAll(/••••[0-9a-f]{8}/g, '••••')));
}
