import { z } from 'zod';
import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { Edit } from '../../../contract/changes/changes.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { FailureOptions } from '../../platform/errors/failure.ts';
import type {
  Action,
  ActionKind,
  Change,
  ChangeKind,
  ChangesApart,
  ChangeDescription,
  DraftOwner,
  DraftStates,
  Observation,
  Problem,
  ReadCached,
  Remembered,
  ShownPart,
  Sides,
  Verb,
} from './change-kind.ts';
import type { OutcomeBase, ChangeContext } from './change-context.ts';
import type { RegisteredComparable } from './registered-comparable.ts';
import { registerComparable } from './registered-comparable.ts';
import type { ForeignChange, Retargeted } from './retarget.ts';
import type { StateParts } from './state-parts.ts';
import { stateParts } from './state-parts.ts';

/** A stored change: its states have the type of the kind that it names. */
export interface StoredChange {
  readonly verb: Verb | 'run';
  readonly targetId: string;
  /** For an action: null. */
  readonly before: unknown;
  /** For an action: its input. */
  readonly after: unknown;
  /** See `Change`. */
  readonly sendMode?: SendMode | undefined;
  readonly notes: unknown;
}

interface Registered {
  readonly name: string;
  readonly version: number;
  readonly noun: { readonly one: string; readonly many: string };
  /** Checks a state that comes from outside or from disk. Throws `record-unreadable`. */
  parse(state: unknown, version: number): unknown;
  begin(change: StoredChange, context: ChangeContext): Promise<unknown>;
  apply(change: StoredChange, context: ChangeContext): Promise<OutcomeBase | undefined>;
  observe(change: StoredChange, outcome: unknown, context: ChangeContext): Promise<Observation<OutcomeBase>>;
  inverse(change: StoredChange, outcome: unknown): readonly Edit[];
  /** See `ChangeKind`. */
  claim(change: StoredChange, ids: readonly string[], context: ChangeContext): Promise<OutcomeBase>;
  disown(notes: unknown, ids: readonly string[]): unknown;
  /** Empty if it can't be rolled back; see `ChangeKind`. */
  rollback(change: StoredChange, outcome: unknown): readonly Edit[];
}

type WritingPart =
  'begin' | 'storeSecrets' | 'apply' | 'observe' | 'inverse' | 'claim' | 'disown' | 'rollback' | 'mergedIn';

/** A kind of item whose states are checked wherever they come in, so that all kinds have one type. */
export interface RegisteredItemKind extends Registered, StateParts {
  readonly type: 'item';
  readonly isIndependent: boolean;
  readonly hasVersions: boolean;
  /** Undefined for a kind without secrets; see `ChangeKind`. */
  storeSecrets: ((changes: readonly StoredChange[], tenantId: string) => Promise<void>) | undefined;
  /** Undefined for a kind whose changes need no confirmation; see `ChangeKind`. */
  readonly confirmWithinSeconds: number | undefined;
  readonly isMergedWhenSent: boolean;
  /** Names the record that a change of this item writes; see `ChangeKind`. */
  laneOf(targetId: string): string;
  readonly distinguishesCreations: boolean;
  /** Empty for a kind that can't distinguish its creations; see `ChangeKind`. */
  creationLanes(state: unknown, context: ChangeContext): Promise<readonly string[]>;
  /** Undefined for a kind whose changes can't be distinguished by their states; see `ChangeKind`. */
  readonly apart: ChangesApart<unknown> | undefined;
  /** Undefined for a kind that isn't compared between tenants. */
  readonly compared: RegisteredComparable | undefined;
  nameOf(state: unknown): string;
  draftTitle(state: unknown): string;
  /** `live` is the state on the tenant; undefined if the item doesn't exist. */
  problemsOf(state: unknown, live: unknown): readonly Problem[];
  prepare(wanted: unknown, sides: Sides<unknown>, context: ChangeContext): Promise<unknown>;
  /** Without credentials, for storage on disk; null stays null. */
  redact(value: unknown, context: ChangeContext): Promise<unknown>;
  /** As `redact`, for a draft: credentials are in the vault when it returns. */
  redactDraft(draft: DraftStates<unknown>, owner: DraftOwner): Promise<DraftStates<unknown>>;
  /** Undefined if the item doesn't exist. */
  read(targetId: string, context: ChangeContext): Promise<unknown>;
  /** The cached items of a tenant; see `ChangeKind`. */
  cached(tenantId: string): ReadCached<unknown>;
  /** The same change for another tenant; see `ChangeKind`. */
  retarget(change: ForeignChange<unknown>, context: ChangeContext): Promise<Retargeted<unknown>>;
  describe(change: Omit<StoredChange, 'notes'>, context: ChangeContext): Promise<ChangeDescription>;
  /** The findings and risks of one resolution of a conflict; see `preview` of `ChangeKind`. */
  tryOut(
    change: Omit<StoredChange, 'notes'>,
    context: ChangeContext,
  ): Promise<Pick<ChangeDescription, 'findings' | 'risks'>>;
  /** What was merged when it was sent, if its outcome includes that; see `ChangeKind`. */
  mergedIn(outcome: unknown): readonly string[];
  remember(changes: readonly Remembered<unknown>[], tenantId: string): void;
}

export interface RegisteredAction extends Registered {
  readonly type: 'action';
  describe(input: unknown, context: ChangeContext): Promise<ActionDescription>;
}

export interface ActionDescription extends ChangeDescription {
  readonly title: string;
  readonly summary: string;
  readonly targetName: string;
  readonly shown: ChangePart[];
}

export type RegisteredKind = RegisteredItemKind | RegisteredAction;

export function registerKind<State, Notes, Outcome extends OutcomeBase>(
  kind: ChangeKind<State, Notes, Outcome>,
): RegisteredItemKind {
  const { parts, apart } = kind;
  const parseAny = parserOf(kind, kind.state);
  const state = checkedOnce((value) => parseAny(value, kind.version));
  const parse = (value: unknown, version: number): State =>
    version === kind.version ? state(value) : parseAny(value, version);
  const stateOrNull = (value: unknown): State | null => (value === null ? null : state(value));
  const described = (stored: Omit<StoredChange, 'notes'>): Change<State> => {
    if (stored.verb === 'run') throw new Error(`A ${kind.name} is changed, not run`);
    return {
      verb: stored.verb,
      targetId: stored.targetId,
      before: stateOrNull(stored.before),
      after: stateOrNull(stored.after),
      sendMode: stored.sendMode,
      notes: undefined,
    };
  };
  return {
    ...stateParts(kind, { state, stateOrNull }),
    ...writingParts(kind, described),
    type: 'item',
    isIndependent: kind.isIndependent === true,
    hasVersions: kind.hasVersions === true,
    confirmWithinSeconds: kind.confirmWithinSeconds,
    isMergedWhenSent: kind.isMergedWhenSent === true,
    laneOf: (targetId) => kind.laneOf?.(targetId) ?? `${kind.name}:${targetId}`,
    distinguishesCreations: kind.creationLanes !== undefined,
    creationLanes: async (value, context) => (await kind.creationLanes?.(state(value), context)) ?? [],
    apart: apart && { from: apart.from, lanesOf: (states) => apart.lanesOf(states.map(state)) },
    compared: kind.compared && registerComparable(parts, kind.compared),
    name: kind.name,
    version: kind.version,
    noun: kind.noun,
    parse,
    nameOf: (value) => kind.nameOf(state(value)),
    draftTitle: (value) => kind.draftTitle?.(state(value)) ?? kind.nameOf(state(value)),
    problemsOf: (value, live) =>
      kind.problemsOf?.(state(value), live === undefined ? undefined : state(live)) ?? [],
    prepare: async (wanted, { base, live }, context) => {
      const sides = { base: stateOrNull(base), live: live === undefined ? undefined : state(live) };
      return (await kind.prepare?.(state(wanted), sides, context)) ?? state(wanted);
    },
    redact: async (value, context) => {
      const known = stateOrNull(value);
      return known === null ? null : ((await kind.redact?.(known, context)) ?? known);
    },
    redactDraft: async (draft, owner) => {
      const known = { state: state(draft.state), base: stateOrNull(draft.base) };
      return (await kind.redactDraft?.(known, owner)) ?? known;
    },
    read: (targetId, context) => kind.read(targetId, context),
    cached: (tenantId) => kind.cached?.(tenantId) ?? (() => undefined),
    retarget: async ({ base, wanted, ...change }, context) =>
      (await kind.retarget?.(
        { ...change, base: stateOrNull(base), wanted: stateOrNull(wanted) },
        context,
      )) ?? {
        skipped: `A ${kind.noun.one} can’t be applied to another tenant.`,
      },
    describe: (stored, context) => kind.describe(described(stored), context),
    tryOut: async (stored, context) => {
      const { findings = [], risks = [] } = await kind.describe(described(stored), context);
      return { findings: [...findings, ...(kind.preview?.(described(stored)) ?? [])], risks };
    },
    remember: (changes, tenantId) =>
      kind.remember?.(
        changes.map((each) => ({ ...each, state: stateOrNull(each.state) })),
        tenantId,
      ),
  };
}

/** How a change is applied, observed, attributed and undone. */
function writingParts<State, Notes, Outcome extends OutcomeBase>(
  kind: ChangeKind<State, Notes, Outcome>,
  described: (stored: StoredChange) => Change<State>,
): Pick<RegisteredItemKind, WritingPart> {
  const change = (stored: StoredChange): Change<State, Notes> => ({
    ...described(stored),
    notes: kind.notes.parse(stored.notes ?? undefined),
  });
  const { storeSecrets } = kind;
  return {
    storeSecrets:
      storeSecrets === undefined
        ? undefined
        : (changes, tenantId) =>
            storeSecrets.call(
              kind,
              changes.flatMap((stored) => described(stored).after ?? []),
              tenantId,
            ),
    begin: (stored, context) => kind.begin(described(stored), context),
    apply: (stored, context) => kind.apply(change(stored), context),
    observe: (stored, outcome, context) =>
      kind.observe(change(stored), outcome == null ? undefined : kind.outcome.parse(outcome), context),
    inverse: (stored, outcome) => {
      const known = kind.outcome.parse(outcome);
      return kind.inverse?.(change(stored), known) ?? plainInverse(kind.name, stored, known);
    },
    claim: async (stored, ids, context) =>
      (await kind.claim?.(change(stored), ids, context)) ?? { targetId: ids[0] ?? '' },
    disown: (notes, ids) => disowned(kind, notes, ids),
    rollback: (stored, outcome) => kind.rollback?.(change(stored), kind.outcome.parse(outcome)) ?? [],
    mergedIn: (outcome) => (outcome == null ? [] : (kind.mergedIn?.(kind.outcome.parse(outcome)) ?? [])),
  };
}

export function registerAction<Input, Notes, Outcome extends OutcomeBase>(
  kind: ActionKind<Input, Notes, Outcome>,
): RegisteredAction {
  const parse = parserOf(kind, kind.input);
  const input = (value: unknown): Input => parse(value, kind.version);
  const action = (stored: StoredChange): Action<Input, Notes> => ({
    input: input(stored.after),
    notes: kind.notes.parse(stored.notes ?? undefined),
  });
  return {
    type: 'action',
    name: kind.name,
    version: kind.version,
    noun: kind.noun,
    parse,
    async describe(value, context) {
      const { parts, ...description } = await kind.describe(input(value), context);
      return { ...description, shown: parts.map(showActionPart) };
    },
    begin: (stored, context) => kind.begin(input(stored.after), context),
    apply: (stored, context) => kind.apply(action(stored), context),
    observe: (stored, outcome, context) =>
      kind.observe(action(stored), outcome == null ? undefined : kind.outcome.parse(outcome), context),
    inverse: (stored, outcome) => kind.inverse(action(stored), kind.outcome.parse(outcome)),
    claim: async (stored, ids, context) =>
      (await kind.claim?.(action(stored), ids, context)) ?? { targetId: ids[0] ?? '' },
    disown: (notes, ids) => disowned(kind, notes, ids),
    rollback: () => [],
  };
}

function disowned<Notes>(
  kind: { readonly notes: z.ZodType<Notes>; disown?(notes: Notes, ids: readonly string[]): Notes },
  notes: unknown,
  ids: readonly string[],
): unknown {
  const known = kind.notes.parse(notes ?? undefined);
  return kind.disown?.(known, ids) ?? known;
}

/** The inverse of a change whose item is known: from the state it left to the state before. */
function plainInverse(kind: string, stored: StoredChange, { targetId }: OutcomeBase): readonly Edit[] {
  const [base, wanted] = [z.json().nullable().parse(stored.after), z.json().nullable().parse(stored.before)];
  return [{ kind, targetId: stored.verb === 'delete' ? null : targetId, base, wanted }];
}

/** A state is used often while it is compared, but checked only the first time. States are never modified. */
export function checkedOnce<State>(check: (value: unknown) => State): (value: unknown) => State {
  const checked = new WeakMap<object, State>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return check(value);
    const state = checked.get(value) ?? check(value);
    checked.set(value, state);
    if (typeof state === 'object' && state !== null) checked.set(state, state);
    return state;
  };
}

export function parserOf<State>(
  kind: {
    readonly name: string;
    readonly version: number;
    readonly noun: { readonly one: string };
    upgrade?(state: unknown, fromVersion: number): unknown;
  },
  schema: z.ZodType<State>,
): (state: unknown, version: number) => State {
  return (state, version) => {
    if (version > kind.version)
      throw unreadable(kind.noun.one, { detail: `Version ${version} of “${kind.name}”` });
    const current = version < kind.version ? (kind.upgrade?.(state, version) ?? state) : state;
    const parsed = schema.safeParse(current);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw unreadable(kind.noun.one, {
      detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
      cause: parsed.error,
    });
  };
}

function unreadable(noun: string, why: Pick<FailureOptions, 'detail' | 'cause'>) {
  return failure(
    'record-unreadable',
    `This ${noun} has a format that this version of Tenant Desk doesn’t support. It was left unchanged.`,
    why,
  );
}

function showActionPart(part: ShownPart): ChangePart {
  const shared = { name: part.name, label: part.label, isChanged: true, before: null };
  return part.type === 'set'
    ? { ...shared, type: 'set', after: [...part.after] }
    : { ...shared, type: 'field', after: part.after };
}
