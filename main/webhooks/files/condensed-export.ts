import { z } from 'zod';
import type { ExportedRule } from '../../../contract/migration.ts';
import type { ShapeProblem } from '../../platform/json/check-in-turns.ts';
import { checkInTurns } from '../../platform/json/check-in-turns.ts';
import type { JsonPiece } from '../../platform/json/json-pieces.ts';
import type { Turns } from '../../platform/turns.ts';
import { exportFileSchema } from './export-file-schema.ts';
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

/** Some rules: all their texts one after the other, and how long each is. Hundreds of thousands of texts take longer to copy. */
export interface PackedRules {
  readonly text: string;
  readonly lengths: Uint32Array;
}

/** What a file tells of a rule. */
type ToldRule = Omit<ExportedRule, 'enabled'>;

const members = [
  'policyId',
  'name',
  'description',
  'eventType',
  'riskLevel',
  'method',
  'url',
  'contentType',
  'headers',
  'requestBody',
] as const satisfies readonly (keyof ToldRule)[];

/** Of what is handed over at a time, in characters; less than a millisecond's work. */
const mostLetters = 1_000_000;

/** `text`: the bytes of the file. Everybody else gets a turn between. */
export async function condenseExport(
  value: unknown,
  text: Uint8Array,
  turns: Turns,
): Promise<CondensedExport> {
  const checked = await checkInTurns(exportFileSchema, value, turns);
  if (!checked.ok) return { problems: checked.problems };
  const { ruleActions, version, signature } = checked.value;
  const isSigned = signature != null && signature.trim() !== '';
  const rules = ruleActions.flatMap(({ policyId, name, description, rule, actions }) =>
    actions.slice(0, 1).map(({ actionMetaData: meta, providerMetaData }): ToldRule => ({
      policyId,
      name,
      description: description ?? '',
      eventType: rule.filterMetaData.event_type,
      riskLevel: riskLevelOf(providerMetaData),
      method: meta.method,
      url: meta.url ?? '',
      contentType: meta.content_type,
      headers: meta.headers ?? '',
      requestBody: meta.request_body,
    })),
  );
  const actions = ruleActions.map((rule) => rule.actions.length);
  const warnings = fileWarnings(text, { version, isSigned, rules, actions });
  return { version, isSigned, warnings, rules: [...packed(rules)] };
}

const providerSchema = z.looseObject({ risk_level: z.string().max(1_000_000) });

function riskLevelOf(providerMetaData: unknown): string {
  const parsed = providerSchema.safeParse(providerMetaData);
  return parsed.success ? parsed.data.risk_level : '';
}

function* packed(rules: readonly ToldRule[]): Generator<PackedRules> {
  let texts: string[] = [];
  let letters = 0;
  const pack = (): PackedRules => ({
    text: texts.join(''),
    lengths: Uint32Array.from(texts, ({ length }) => length),
  });
  for (const rule of rules) {
    for (const member of members) {
      texts.push(rule[member]);
      letters += rule[member].length;
    }
    if (letters < mostLetters) continue;
    yield pack();
    texts = [];
    letters = 0;
  }
  if (texts.length > 0) yield pack();
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

/** `enabledOf`: what is known of the state of a rule of this identifier. */
export function unpackRules(
  { text, lengths }: PackedRules,
  enabledOf: (policyId: string) => boolean | null,
): ExportedRule[] {
  const rules: ExportedRule[] = [];
  let at = 0;
  let next = 0;
  const take = (): string => text.slice(at, (at += lengths[next++] ?? 0));
  while (next < lengths.length) {
    const policyId = take();
    rules.push({
      policyId,
      name: take(),
      description: take(),
      eventType: take(),
      riskLevel: take(),
      enabled: enabledOf(policyId),
      method: take(),
      url: take(),
      contentType: take(),
      headers: take(),
      requestBody: take(),
    });
  }
  return rules;
}
