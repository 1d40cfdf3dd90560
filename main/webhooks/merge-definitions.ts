import type { WebhookDefinition } from '../../contract/webhooks.ts';
import { webhookDefinitionToText } from '../../contract/webhook-text.ts';
import type { Merge } from '../changes/three-way-merge.ts';
import { isSameText, mergeTexts } from '../changes/three-way-merge.ts';

const lineByLine: ReadonlySet<string> = new Set<keyof WebhookDefinition>([
  'headers',
  'requestBody',
  'description',
]);

/**
 * Merges two edits of a webhook field by field, and within long texts line by line. Where both sides changed
 * the same thing the merge of the whole text is given, with markers.
 */
export function mergeDefinitions(
  base: WebhookDefinition,
  theirs: WebhookDefinition,
  mine: WebhookDefinition,
): Merge {
  const merged: WebhookDefinition = { ...theirs };
  for (const field of Object.keys(mine) as (keyof WebhookDefinition)[]) {
    const value = mergeField(field, base[field], theirs[field], mine[field]);
    if (value === undefined) {
      return {
        ...mergeTexts(
          webhookDefinitionToText(base),
          webhookDefinitionToText(theirs),
          webhookDefinitionToText(mine),
        ),
        isClean: false,
      };
    }
    Object.assign(merged, { [field]: value });
  }
  return { merged: webhookDefinitionToText(merged), isClean: true };
}

type Value = string | boolean;

/** Undefined where both sides changed the field in different ways. */
function mergeField(field: string, base: Value, theirs: Value, mine: Value): Value | undefined {
  if (isSame(theirs, mine) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  if (typeof base !== 'string' || typeof theirs !== 'string' || typeof mine !== 'string') return undefined;
  if (!lineByLine.has(field)) return undefined;
  const { merged, isClean } = mergeTexts(base, theirs, mine);
  return isClean ? merged : undefined;
}

function isSame(one: Value, other: Value): boolean {
  return typeof one === 'string' && typeof other === 'string' ? isSameText(one, other) : one === other;
}
