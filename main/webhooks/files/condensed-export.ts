import type { z } from 'zod';
import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import { maxRulesInFile } from '../../../contract/webhooks/migration.ts';
import type { CheckedValue, ShapeProblem } from '../../platform/json/check-in-chunks.ts';
import { checkInChunks } from '../../platform/json/check-in-chunks.ts';
import type { JsonPiece } from '../../platform/json/json-pieces.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { exportFileSchema, maxTextLength } from './export-file-schema.ts';
import { fileWarnings } from './file-warnings.ts';

/** What the desk reads of an export file, checked, in a form that is handed from one thread to another in a moment. */
export type CondensedExport =
  | { readonly problems: readonly ShapeProblem[] }
  | {
      readonly version: string;
      readonly isSigned: boolean;
      readonly warnings: readonly string[];
      readonly rules: readonly PackedRules[];
    };

/** Some rules, all their texts one after the other: objects with their names are copied for several times as long. */
export type PackedRules = readonly string[];

type CheckedExport = z.output<typeof exportFileSchema>;

/** Of what is handed over at a time, in characters; less than a millisecond's work. */
const maxCharacters = 1_000_000;
/** About as many has what is short in a rule. */
const lettersOfRest = 200;

/** `text`: the bytes of the file. For a large one in a thread of its own: it takes as long as checking takes. */
export async function condenseExport(value: unknown, text: Uint8Array): Promise<CondensedExport> {
  const checked = await check(value);
  if (!checked.ok) return { problems: checked.problems };
  const { ruleActions, version, signature } = checked.value;
  const isSigned = signature != null && signature.trim() !== '';
  const actions = ruleActions.map((rule) => rule.actions.length);
  const warnings = fileWarnings(text, { version, isSigned, rules: ruleActions, actions });
  return { version, isSigned, warnings, rules: [...packed(ruleActions)] };
}

/** At once where that cannot take long. What is refused is looked through part by part: that gives the first problems only. */
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

/** By hand: most files tell none, and a schema makes an error of each rule that does not. */
function riskLevelOf(providerMetaData: unknown): string {
  if (typeof providerMetaData !== 'object' || providerMetaData === null) return '';
  if (!('risk_level' in providerMetaData) || typeof providerMetaData.risk_level !== 'string') return '';
  return providerMetaData.risk_level.length > maxTextLength ? '' : providerMetaData.risk_level;
}

/** Only files of a desk tell it: those of a tenant have no place for it. Empty where it is not told. */
function stateNameOf(providerMetaData: unknown): string {
  if (typeof providerMetaData !== 'object' || providerMetaData === null) return '';
  if (!('enabled' in providerMetaData) || typeof providerMetaData.enabled !== 'boolean') return '';
  return String(providerMetaData.enabled);
}

/** In the order in which `unpackRules` takes them. */
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

/** On its way between threads: some of the rules at a time. */
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

/** `enabledOf`: what is known of the state of a rule of this identifier, where the file does not tell it. */
export function unpackRules(
  texts: PackedRules,
  enabledOf: (policyId: string) => boolean | null,
): ExportedRule[] {
  const rules: ExportedRule[] = [];
  let at = 0;
  const take = (): string => texts[at++] ?? '';
  const enabledIn = (word: string, policyId: string): boolean | null =>
    word === '' ? enabledOf(policyId) : word === 'true';
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
