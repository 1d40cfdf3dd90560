import type { z } from 'zod';
import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import { maxRulesInFile } from '../../../contract/webhooks/migration.ts';
import type { CheckedValue, ShapeProblem } from '../../platform/json/check-in-chunks.ts';
import { checkInChunks } from '../../platform/json/check-in-chunks.ts';
import type { JsonPiece } from '../../platform/json/json-pieces.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { exportFileSchema, maxTextLength } from './export-file-schema.ts';
import { fileWarnings } from './file-warnings.ts';

/** The relevant contents of an export file, validated, in a form that is quick to transfer between threads. */
export type CondensedExport =
  | { readonly problems: readonly ShapeProblem[] }
  | {
      readonly version: string;
      readonly isSigned: boolean;
      readonly warnings: readonly string[];
      readonly rules: readonly PackedRules[];
    };

/** Some rules with all their texts concatenated: transferring objects with named members takes several times as long. */
export type PackedRules = readonly string[];

type CheckedExport = z.output<typeof exportFileSchema>;

/** Characters transferred at a time; less than a millisecond's work. */
const maxCharacters = 1_000_000;
/** Roughly the size of the short members of a rule. */
const lettersOfRest = 200;

/** `text`: the bytes of the file. Large ones are handled in a separate thread, because validation takes as long as parsing. */
export async function condenseExport(value: unknown, text: Uint8Array): Promise<CondensedExport> {
  const checked = await check(value);
  if (!checked.ok) return { problems: checked.problems };
  const { ruleActions, version, signature } = checked.value;
  const isSigned = signature != null && signature.trim() !== '';
  const actions = ruleActions.map((rule) => rule.actions.length);
  const warnings = fileWarnings(text, { version, isSigned, rules: ruleActions, actions });
  return { version, isSigned, warnings, rules: [...packed(ruleActions)] };
}

/** Validated at once when it is small. Rejected files are validated in parts, which reports only the first problems. */
async function check(value: unknown): Promise<CheckedValue<CheckedExport>> {
  if (hasFewRules(value)) {
    const parsed = exportFileSchema.safeParse(value);
    if (parsed.success) return { ok: true, value: parsed.data };
  }
  return await checkInChunks(exportFileSchema, value, createYielder());
}

function hasFewRules(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('ruleActions' in value)) return false;
  return Array.isArray(value.ruleActions) && value.ruleActions.length <= maxRulesInFile;
}

/** By hand: most files don't contain it, and a schema would create an error for each rule without it. */
function riskLevelOf(providerMetaData: unknown): string {
  if (typeof providerMetaData !== 'object' || providerMetaData === null) return '';
  if (!('risk_level' in providerMetaData) || typeof providerMetaData.risk_level !== 'string') return '';
  return providerMetaData.risk_level.length > maxTextLength ? '' : providerMetaData.risk_level;
}

/** Only files written by Tenant Desk contain it: the platform's format has no member for it. Empty when absent. */
function stateNameOf(providerMetaData: unknown): string {
  if (typeof providerMetaData !== 'object' || providerMetaData === null) return '';
  if (!('enabled' in providerMetaData) || typeof providerMetaData.enabled !== 'boolean') return '';
  return String(providerMetaData.enabled);
}

/** In the order that `unpackRules` expects. */
function* packed(rules: CheckedExport['ruleActions']): Generator<PackedRules> {
  let texts: string[] = [];
  let letters = 0;
  for (const { policyId, name, description, rule, actions } of rules) {
    const [action] = actions;
    if (action === undefined) continue;
    const { actionMetaData: meta, providerMetaData } = action;
    const { headers, url, method, content_type: contentType, request_body: requestBody } = meta;
    const eventType = rule.filterMetaData.event_type;
    const riskLevel = riskLevelOf(providerMetaData);
    texts.push(policyId, name, description ?? '', eventType, riskLevel, stateNameOf(providerMetaData));
    texts.push(method, url ?? '', contentType, headers ?? '', requestBody);
    letters += requestBody.length + (headers?.length ?? 0) + lettersOfRest;
    if (letters < maxCharacters) continue;
    yield texts;
    texts = [];
    letters = 0;
  }
  if (texts.length > 0) yield texts;
}

/** Between threads: some of the rules at a time. */
export function* piecesOfExport(condensed: CondensedExport): Generator<JsonPiece> {
  if ('problems' in condensed) {
    yield [{ do: 'add', keys: [''], values: [condensed] }];
    return;
  }
  const { rules, ...others } = condensed;
  yield [
    { do: 'open', as: 'object', key: '' },
    { do: 'add', keys: Object.keys(others), values: Object.values(others) },
    { do: 'open', as: 'list', key: 'rules' },
  ];
  for (const some of rules) yield [{ do: 'add', keys: [], values: [some] }];
  yield [{ do: 'close' }, { do: 'close' }];
}

/** `enabledOf`: the known state of the rule with this ID, when the file doesn't contain it. */
export function unpackRules(
  texts: PackedRules,
  enabledOf: (policyId: string) => boolean | null,
): ExportedRule[] {
  const rules: ExportedRule[] = [];
  let at = 0;
  const take = (): string => texts[at++] ?? '';
  const enabledIn = (text: string, policyId: string): boolean | null =>
    text === '' ? enabledOf(policyId) : text === 'true';
  while (at < texts.length) {
    const policyId = take();
    rules.push({
      policyId,
      name: take(),
      description: take(),
      eventType: take(),
      riskLevel: take(),
      enabled: enabledIn(take(), policyId),
      method: take(),
      url: take(),
      contentType: take(),
      headers: take(),
      requestBody: take(),
    });
  }
  return rules;
}
