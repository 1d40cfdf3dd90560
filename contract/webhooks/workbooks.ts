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
/** Names a rule within its workbook. */
const ruleKeySchema = z.string().min(1).max(256);

/** What a mapping can change of a rule on its way. */
export const mappingKinds = [
  /** Host of the address; `*.` at the beginning stands for any names before it. */
  'host',
  /** The beginning of the address. */
  'url',
  /** A line of the headers, `Name: value`. */
  'header',
  /** Any text in the template. */
  'template',
  /** A column that templates read, `event.city`. */
  'column',
  'risk-level',
  'event-type',
] as const;

export const mappingRuleSchema = z.strictObject({
  kind: z.enum(mappingKinds),
  from: z
    .string()
    .trim()
    .min(1, 'Enter what is to be changed.')
    .max(...atMost(2000, 'What is to be changed')),
  to: z
    .string()
    .trim()
    .max(...atMost(2000, 'What it is changed to')),
});
const mappingSchema = z.array(mappingRuleSchema).max(200);
const mappingNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(...atMost(80, 'The name'));

/** A mapping that was kept under a name, for tenants of these environments. */
export const savedMappingSchema = z.strictObject({
  name: mappingNameSchema,
  /** Environment of the tenant that the rules come from; `file` for those of a file. */
  from: z.string(),
  to: z.string(),
  rules: mappingSchema,
});

export const workbookDecisions = ['create', 'replace', 'skip'] as const;

const sourceRequestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tenant'), tenantId: tenantIdSchema }),
  /** A file that `migration.openFile` has opened. */
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
  /** Why it is refused, outdated or open; empty where there is nothing to say. */
  message: z.string(),
});

/** A rule of the source, and what becomes of it on the target. */
const workbookRuleSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** As they will be on the target. */
  eventType: z.string(),
  riskLevel: z.string(),
  /** `conflict`: it stays behind until the person has decided. */
  decision: z.enum([...workbookDecisions, 'conflict']),
  /** True where the person has decided, and not the desk. */
  isChosen: z.boolean(),
  options: z.array(z.enum(workbookDecisions)),
  /** Why it is so: `same on both`, `not on Acme`. */
  reason: z.string(),
  /** The address on the target in pieces; those that a mapping has changed are marked. */
  address: z.array(z.strictObject({ text: z.string(), isMapped: z.boolean() })),
  notes: z.array(noteSchema),
  /** True where a secret of it is missing: it stays behind until that is entered. */
  isWaiting: z.boolean(),
  run: ruleRunSchema.nullable(),
});

/** A credential that rules need, by a name; its value is never told. */
const workbookSecretSchema = z.strictObject({
  id: z.string(),
  /** `Authorization` or `hooks.example`. */
  name: z.string(),
  /** What is to be entered: the value of a header, or an address as a whole. */
  type: z.enum(['header', 'address']),
  /** `left-out`: the target is a file, in which a placeholder stands for it. */
  state: z.enum(['found', 'missing', 'entered', 'left-out']),
  rules: z.number().int(),
});

/** The rules of a workbook, with what many of them have in common only once; see `createRulePacker`. */
const ruleTableSchema = z.strictObject({
  keys: z.array(z.string()),
  names: z.array(z.string()),
  common: z.array(workbookRuleSchema.omit({ key: true, name: true, address: true, run: true })),
  /** For each rule, where in `common` it stands. */
  commonAt: z.array(z.number().int()),
  /** One in which nothing is marked as its text. */
  addresses: z.array(z.union([z.string(), workbookRuleSchema.shape.address])),
  addressesAt: z.array(z.number().int()),
  /** Of those that a run was begun for, by their place. */
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
  /** What the person calls it; null where it has no name. */
  name: z.string().nullable(),
  /** When it was begun; null where that was not noted. */
  startedAt: timestampSchema.nullable(),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('tenant'), tenantId: tenantIdSchema, ...sideSchema.shape }),
    /** `isOpen`: the file itself can still be sent; else only its rules one by one. */
    z.strictObject({
      type: z.literal('file'),
      isSigned: z.boolean(),
      isOpen: z.boolean(),
      ...sideSchema.shape,
    }),
  ]),
  /** Without a tenant: a new file, which is written without secrets. */
  target: z.strictObject({ tenantId: tenantIdSchema.nullable(), ...sideSchema.shape }),
  rules: ruleTableSchema,
  /** With the number of rules that each changes. */
  mapping: z.array(mappingRuleSchema.extend({ count: z.number().int() })),
  /** The name under which this very mapping is kept; null where it is not. */
  mappingName: z.string().nullable(),
  /** True: all arrive disabled. False: each in the state that it had. */
  arriveDisabled: z.boolean(),
  secrets: secretTableSchema,
  /** Columns that templates read and the target does not list. */
  unknownColumns: z.array(
    z.strictObject({
      /** `event.city`. */
      path: z.string(),
      key: z.string(),
      rule: z.string(),
      /** Counted from 1. */
      line: z.number().int(),
    }),
  ),
  /** Columns that the target lists: `event.user_name`. Empty where it could not be asked. */
  columns: z.array(z.string()),
  /** How the rules get to the target, and why. */
  way: z.strictObject({ type: z.enum(['import', 'creation', 'file']), words: z.string() }),
  /** Of how many rules of the source these are some that were chosen; null where they are all. */
  chosenOf: z.number().int().nullable(),
  /** Rules that would be sent, or written, now. */
  ready: z.number().int(),
  /** The run that was begun last; null where there is none. */
  run: planSchema.nullable(),
  warnings: z.array(z.string()),
});

export type MappingKind = (typeof mappingKinds)[number];
export type MappingRule = z.infer<typeof mappingRuleSchema>;
export type SavedMapping = z.infer<typeof savedMappingSchema>;
/** A workbook as it crosses the bridge; `unpackWorkbook` makes one of it whose rules and secrets are rows. */
export type WorkbookAnswer = z.infer<typeof workbookSchema>;
export type Workbook = Omit<WorkbookAnswer, 'rules' | 'secrets'> & {
  readonly rules: readonly WorkbookRule[];
  readonly secrets: readonly WorkbookSecret[];
};
export type SecretTable = WorkbookAnswer['secrets'];
export type RuleTable = WorkbookAnswer['rules'];
export type WorkbookRule = z.infer<typeof workbookRuleSchema>;
export type WorkbookSecret = z.infer<typeof workbookSecretSchema>;
export type WorkbookDecision = (typeof workbookDecisions)[number];
export type WorkbookNote = WorkbookRule['notes'][number];

const ofWorkbook = z.strictObject({ workbookId: workbookIdSchema });
const local = { lane: 'local' } as const;

export const workbookMethods = {
  /** The workbooks of this profile, the one that was used last first. */
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
   * Reads both sides; the workbook of the same two is gone on with. Sends nothing that changes anything. `only` names the rules
   * that it is about, where it is not about all of them.
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
  /** Reads both sides anew. */
  'workbooks.read': method(ofWorkbook, workbookSchema),
  /** Changes what is wanted, and compares again what was read. */
  'workbooks.change': method(
    ofWorkbook.extend({
      change: z.discriminatedUnion('set', [
        z.strictObject({
          set: z.literal('decision'),
          keys: z.array(ruleKeySchema).min(1).max(maxRulesInFile),
          /** Null: what the desk proposes. */
          decision: z.enum(workbookDecisions).nullable(),
        }),
        z.strictObject({ set: z.literal('mapping'), rules: mappingSchema }),
        z.strictObject({ set: z.literal('arriveDisabled'), isOn: z.boolean() }),
        /** Empty: it has none. The history tells a run by it. */
        z.strictObject({
          set: z.literal('name'),
          name: z
            .string()
            .trim()
            .max(...atMost(80, 'The name')),
        }),
        /** It is about all rules of the source from now on. */
        z.strictObject({ set: z.literal('allRules') }),
      ]),
    }),
    workbookSchema,
  ),
  /** Keeps a credential for the target in the keychain. Fails `invalid-input` for what is none. */
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
  /** A rule compared part by part with its namesake on the target, as it would be there. */
  'workbooks.rule': method(ofWorkbook.extend({ key: ruleKeySchema }), z.array(changePartSchema)),
  /** Plans what the workbook says, of these rules or of all that are decided. It waits for the person like any plan. */
  'workbooks.plan': method(
    ofWorkbook.extend({ keys: z.array(ruleKeySchema).min(1).max(maxRulesInFile).optional() }),
    planSchema,
  ),
  'workbooks.mappings': method(z.undefined(), z.array(savedMappingSchema), local),
  /** Keeps the mapping of a workbook under a name, for tenants of the same two environments; one of that name gives way. */
  'workbooks.saveMapping': method(ofWorkbook.extend({ name: mappingNameSchema }), workbookSchema),
  'workbooks.removeMapping': method(z.strictObject({ name: mappingNameSchema }), z.undefined(), local),
  /**
   * Writes the rules that are not skipped to a new export file, of a workbook whose target is one; undefined: no file chosen. It
   * is not signed, no secret is in it, and nothing is sent to a tenant.
   */
  'workbooks.saveFile': method(
    ofWorkbook,
    z.strictObject({ fileName: z.string(), rules: z.number().int(), leftOut: z.number().int() }).optional(),
  ),
  /** Saves what became of each rule; undefined: no file chosen. */
  'workbooks.receipt': method(
    ofWorkbook.extend({ format: z.enum(['json', 'csv']) }),
    z.strictObject({ fileName: z.string() }).optional(),
  ),
} as const;
