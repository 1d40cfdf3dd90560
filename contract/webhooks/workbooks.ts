import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { changePartSchema } from '../changes/change-parts.ts';
import { planSchema } from '../changes/changes.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { itemStates } from '../changes/item-states.ts';
import { method } from '../schema/method.ts';
import { pastedText } from '../schema/pasted-text.ts';
import { maxRulesInFile } from './migration.ts';

const workbookIdSchema = z.string().min(1).max(64);
/** Unique within its workbook. */
const ruleKeySchema = z.string().min(1).max(256);

/** What a mapping can change in a rule. */
export const mappingKinds = [
  /** Host of the URL; a leading `*.` matches any subdomain. */
  'host',
  /** Prefix of the URL. */
  'url',
  /** A header line, `Name: value`. */
  'header',
  /** Any text in the template. */
  'template',
  /** A column used in templates, `event.city`. */
  'column',
  'risk-level',
  'event-type',
] as const;

export const mappingRuleSchema = z.strictObject({
  kind: z.enum(mappingKinds),
  from: z
    .string()
    .trim()
    .min(1, 'Enter the value to replace.')
    .max(...atMost(2000, 'The value to replace')),
  to: z
    .string()
    .trim()
    .max(...atMost(2000, 'The replacement')),
});
const mappingSchema = z.array(mappingRuleSchema).max(200);
const mappingNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(...atMost(80, 'The name'));

/** A named mapping for tenants of these environments. */
export const savedMappingSchema = z.strictObject({
  name: mappingNameSchema,
  /** Environment of the source tenant; `file` for a file. */
  from: z.string(),
  to: z.string(),
  rules: mappingSchema,
});

export const workbookDecisions = ['create', 'replace', 'skip'] as const;

const sourceRequestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tenant'), tenantId: tenantIdSchema }),
  /** A file opened by `migration.openFile`. */
  z.strictObject({ type: z.literal('file'), fileId: z.string().max(64) }),
]);

const noteSchema = z.strictObject({
  type: z.enum(['secret', 'mapped', 'column', 'event-type', 'state', 'address', 'reason']),
  tone: z.enum(['neutral', 'warn', 'bad']),
  text: z.string(),
});

const ruleRunSchema = z.strictObject({
  planId: z.string(),
  itemId: z.string(),
  state: z.enum(itemStates),
  /** Why it is rejected, outdated or unresolved; empty for none. */
  message: z.string(),
});

/** A rule of the source and its result on the target. */
const workbookRuleSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** Values on the target. */
  eventType: z.string(),
  riskLevel: z.string(),
  /** `conflict`: not migrated until the user decides. */
  decision: z.enum([...workbookDecisions, 'conflict']),
  /** True if the user made the decision, false if it is proposed. */
  isChosen: z.boolean(),
  options: z.array(z.enum(workbookDecisions)),
  /** Reason for the decision: `same on both`, `not on Acme`. */
  reason: z.string(),
  /** The URL on the target in pieces; pieces changed by a mapping are marked. */
  address: z.array(z.strictObject({ text: z.string(), isMapped: z.boolean() })),
  notes: z.array(noteSchema),
  /** True if one of its secrets is missing: not migrated until that is entered. */
  isWaiting: z.boolean(),
  run: ruleRunSchema.nullable(),
});

/** A credential needed by rules; its value is never returned. */
const workbookSecretSchema = z.strictObject({
  id: z.string(),
  /** `Authorization` or `hooks.example`. */
  name: z.string(),
  /** What has to be entered: a header value, or a full URL. */
  type: z.enum(['header', 'address']),
  /** `left-out`: the target is a file, which has a placeholder instead. */
  state: z.enum(['found', 'missing', 'entered', 'left-out']),
  rules: z.number().int(),
});

/** The rules of a workbook, with shared values stored once; see `createRulePacker`. */
const ruleTableSchema = z.strictObject({
  keys: z.array(z.string()),
  names: z.array(z.string()),
  common: z.array(workbookRuleSchema.omit({ key: true, name: true, address: true, run: true })),
  /** For each rule, its index in `common`. */
  commonAt: z.array(z.number().int()),
  /** Without marked pieces, just the text. */
  addresses: z.array(z.union([z.string(), workbookRuleSchema.shape.address])),
  addressesAt: z.array(z.number().int()),
  /** Runs by rule index. */
  runs: z.array(z.strictObject({ at: z.number().int(), run: ruleRunSchema })),
});

const secretTableSchema = z.strictObject({
  ids: z.array(z.string()),
  common: z.array(workbookSecretSchema.omit({ id: true })),
  commonAt: z.array(z.number().int()),
});

const sideSchema = z.strictObject({ name: z.string(), rules: z.number().int(), readAt: timestampSchema });

const workbookSchema = z.strictObject({
  id: workbookIdSchema,
  /** Null if it has no name. */
  name: z.string().nullable(),
  /** Null if unknown. */
  startedAt: timestampSchema.nullable(),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('tenant'), tenantId: tenantIdSchema, ...sideSchema.shape }),
    /** `isOpen`: the file itself can still be sent; otherwise only its rules individually. */
    z.strictObject({
      type: z.literal('file'),
      isSigned: z.boolean(),
      isOpen: z.boolean(),
      ...sideSchema.shape,
    }),
  ]),
  /** Without a tenant: a new file, written without secrets. */
  target: z.strictObject({ tenantId: tenantIdSchema.nullable(), ...sideSchema.shape }),
  rules: ruleTableSchema,
  /** With the number of rules each changes. */
  mapping: z.array(mappingRuleSchema.extend({ count: z.number().int() })),
  /** Name of the saved mapping with the same content; null if there is none. */
  mappingName: z.string().nullable(),
  /** True: all are created disabled. False: in their original state. */
  arriveDisabled: z.boolean(),
  secrets: secretTableSchema,
  /** Columns used in templates that the target doesn't list. */
  unknownColumns: z.array(
    z.strictObject({
      /** `event.city`. */
      path: z.string(),
      key: z.string(),
      rule: z.string(),
      /** From 1. */
      line: z.number().int(),
    }),
  ),
  /** Columns of the target: `event.user_name`. Empty if it couldn't be reached. */
  columns: z.array(z.string()),
  /** How the rules are transferred, and why. */
  way: z.strictObject({ type: z.enum(['import', 'creation', 'file']), text: z.string() }),
  /** Total rules of the source, if only some were selected; null if all are included. */
  chosenOf: z.number().int().nullable(),
  /** Number of rules that would be sent or written now. */
  ready: z.number().int(),
  /** The last run; null if there is none. */
  run: planSchema.nullable(),
  warnings: z.array(z.string()),
});

export type MappingKind = (typeof mappingKinds)[number];
export type MappingRule = z.infer<typeof mappingRuleSchema>;
export type SavedMapping = z.infer<typeof savedMappingSchema>;
/** A packed workbook for the bridge; `unpackWorkbook` converts it to rows. */
export type WorkbookResponse = z.infer<typeof workbookSchema>;
export type Workbook = Omit<WorkbookResponse, 'rules' | 'secrets'> & {
  readonly rules: readonly WorkbookRule[];
  readonly secrets: readonly WorkbookSecret[];
};
export type SecretTable = WorkbookResponse['secrets'];
export type RuleTable = WorkbookResponse['rules'];
export type WorkbookRule = z.infer<typeof workbookRuleSchema>;
export type WorkbookSecret = z.infer<typeof workbookSecretSchema>;
export type WorkbookDecision = (typeof workbookDecisions)[number];
export type WorkbookNote = WorkbookRule['notes'][number];

const ofWorkbook = z.strictObject({ workbookId: workbookIdSchema });
const local = { lane: 'local' } as const;

export const workbookMethods = {
  /** The workbooks of this profile, most recently used first. */
  'workbooks.list': method(
    z.undefined(),
    z.array(
      z.strictObject({
        id: workbookIdSchema,
        name: z.string().nullable(),
        source: z.string(),
        /** Null: a new file. */
        targetId: tenantIdSchema.nullable(),
        target: z.string(),
        usedAt: timestampSchema,
      }),
    ),
    local,
  ),
  /**
   * Reads both sides and opens the existing workbook of the pair, if any. Sends no changes. `only`: the rules to include, if not
   * all.
   */
  'workbooks.open': method(
    z.strictObject({
      source: sourceRequestSchema,
      /** Null: a new file. */
      targetId: tenantIdSchema.nullable(),
      only: z.array(ruleKeySchema).min(1).max(maxRulesInFile).optional(),
    }),
    workbookSchema,
  ),
  /** Refreshes both sides. */
  'workbooks.read': method(ofWorkbook, workbookSchema),
  /** Changes the workbook, and compares the already read data again. */
  'workbooks.change': method(
    ofWorkbook.extend({
      change: z.discriminatedUnion('set', [
        z.strictObject({
          set: z.literal('decision'),
          keys: z.array(ruleKeySchema).min(1).max(maxRulesInFile),
          /** Null: the proposed decision. */
          decision: z.enum(workbookDecisions).nullable(),
        }),
        z.strictObject({ set: z.literal('mapping'), rules: mappingSchema }),
        z.strictObject({ set: z.literal('arriveDisabled'), isOn: z.boolean() }),
        /** Empty: no name. Identifies a run in the history. */
        z.strictObject({
          set: z.literal('name'),
          name: z
            .string()
            .trim()
            .max(...atMost(80, 'The name')),
        }),
        /** Includes all rules of the source. */
        z.strictObject({ set: z.literal('allRules') }),
      ]),
    }),
    workbookSchema,
  ),
  /** Stores a credential for the target in the keychain. Fails with `invalid-input` if it is invalid. */
  'workbooks.enterSecret': method(
    ofWorkbook.extend({
      secretId: z.string().min(1).max(4096),
      value: pastedText('The value').pipe(
        z
          .string()
          .min(1, 'Enter the value.')
          .max(...atMost(16_384, 'The value')),
      ),
    }),
    workbookSchema,
  ),
  /** The parts of a rule as it would be on the target, compared with the rule of the same name there. */
  'workbooks.rule': method(ofWorkbook.extend({ key: ruleKeySchema }), z.array(changePartSchema)),
  /** Creates a plan for these rules, or for all decided ones, to be reviewed like any plan. */
  'workbooks.plan': method(
    ofWorkbook.extend({ keys: z.array(ruleKeySchema).min(1).max(maxRulesInFile).optional() }),
    planSchema,
  ),
  'workbooks.mappings': method(z.undefined(), z.array(savedMappingSchema), local),
  /** Saves the mapping of a workbook under a name for tenants of the same environments; replaces one of that name. */
  'workbooks.saveMapping': method(ofWorkbook.extend({ name: mappingNameSchema }), workbookSchema),
  'workbooks.removeMapping': method(z.strictObject({ name: mappingNameSchema }), z.undefined(), local),
  /**
   * Writes the rules that aren't skipped to a new export file, for a workbook with a file target; undefined: no file chosen. The
   * file isn't signed and contains no secrets; nothing is sent to a tenant.
   */
  'workbooks.saveFile': method(
    ofWorkbook,
    z.strictObject({ fileName: z.string(), rules: z.number().int(), skipped: z.number().int() }).optional(),
  ),
  /** Saves the result of each rule; undefined: no file chosen. */
  'workbooks.receipt': method(
    ofWorkbook.extend({ format: z.enum(['json', 'csv']) }),
    z.strictObject({ fileName: z.string() }).optional(),
  ),
} as const;
