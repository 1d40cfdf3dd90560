import type { z } from 'zod';
import type { IntentKind, PlanItem } from '../../contract/changes.ts';
import type { CallContext } from '../../contract/methods.ts';
import type { TenantProfile } from '../../contract/tenants.ts';
import type { ChangeIntent, ChangeIntentOf } from './change-intent.ts';
import { isIntentOf } from './change-intent.ts';
import type { FreshReads } from './fresh-reads.ts';

export interface ChangeContext {
  readonly tenant: TenantProfile;
  readonly call: CallContext;
  readonly reads: FreshReads;
  /**
   * Resolve when it is time to look again at a tenant that does not show a change yet: some answer reads from
   * replicas that lag behind. One for each further look.
   */
  readonly pauses: readonly (() => Promise<void>)[];
}

/** How a change looks to a person. */
export type ChangeView = Omit<PlanItem, 'id' | 'kind'>;

export interface PlannedChange<Work = unknown> {
  readonly view: ChangeView;
  /** Named when another kind does the same with less: then that kind applies it, and `work` is of that kind. */
  readonly appliedAs?: IntentKind;
  /** All that is needed to apply, to recognise and to undo the change. Goes to disk: holds no secret. */
  readonly work: Work;
}

/** What a read of the tenant says about a change. */
export type Observation<Outcome> =
  /** The tenant is as it was when the change was planned. */
  | { readonly state: 'as-before' }
  /** Some of the change's requests took effect; applying again completes it. */
  | { readonly state: 'partial'; readonly outcome: Outcome }
  | { readonly state: 'in-effect'; readonly outcome: Outcome }
  /** Neither as before nor as wanted; `what` says in plain words what differs, `outcome` what there is to take back. */
  | { readonly state: 'different'; readonly what: string; readonly outcome?: Outcome };

export type Inverse =
  | { readonly type: 'intents'; readonly intents: readonly ChangeIntent[] }
  /** What a change creates has no identifier before the tenant has answered. */
  | { readonly type: 'after-outcome'; readonly description: string }
  | { readonly type: 'none'; readonly reason: string };

/**
 * What a noun contributes to the changes: one object for each kind of intent. The core does the rest: plans,
 * confirmation, journal, verification, recovery and undo.
 */
export interface ChangeKind<Kind extends IntentKind, Work, Outcome> {
  readonly kind: Kind;
  /** Schemas of what is read back from the journal. */
  readonly work: z.ZodType<Work>;
  readonly outcome: z.ZodType<Outcome>;
  /** Compares the intent with a fresh read. Sends nothing that changes anything. */
  plan(intent: ChangeIntentOf<Kind>, context: ChangeContext): Promise<PlannedChange<unknown>>;
  /** Right before the first request: notes what is there, keeps secrets safe. */
  begin?(work: Work, context: ChangeContext): Promise<Work>;
  /** `outcome` is given when the tenant had accepted the change. */
  observe(work: Work, outcome: Outcome | undefined, context: ChangeContext): Promise<Observation<Outcome>>;
  /**
   * Sends the requests. After a crash it may find them partly done and must complete them. Answers undefined
   * where only a read can tell the outcome.
   */
  apply(work: Work, context: ChangeContext): Promise<Outcome | undefined>;
  inverse(work: Work, outcome: Outcome | undefined): Inverse;
  /** What is known of the change only afterwards, such as the identifier of what it created. */
  describe?(work: Work, outcome: Outcome): Partial<Pick<ChangeView, 'target' | 'summary'>>;
}

/** A kind whose work and outcome are checked when they come back from the journal, so that all kinds are of one type. */
export interface SealedKind {
  readonly kind: IntentKind;
  plan(intent: ChangeIntent, context: ChangeContext): Promise<PlannedChange<unknown>>;
  begin(work: unknown, context: ChangeContext): Promise<unknown>;
  observe(work: unknown, outcome: unknown, context: ChangeContext): Promise<Observation<unknown>>;
  apply(work: unknown, context: ChangeContext): Promise<unknown>;
  inverse(work: unknown, outcome: unknown): Inverse;
  describe(work: unknown, outcome: unknown): Partial<Pick<ChangeView, 'target' | 'summary'>>;
}

export function sealKind<Kind extends IntentKind, Work, Outcome>(
  kind: ChangeKind<Kind, Work, Outcome>,
): SealedKind {
  const readOutcome = (outcome: unknown): Outcome | undefined =>
    outcome === undefined ? undefined : kind.outcome.parse(outcome);
  return {
    kind: kind.kind,
    plan(intent, context) {
      if (!isIntentOf(intent, kind.kind)) throw new Error(`${kind.kind} cannot plan ${intent.kind}`);
      return kind.plan(intent, context);
    },
    async begin(work, context) {
      const parsed = kind.work.parse(work);
      return kind.begin === undefined ? parsed : await kind.begin(parsed, context);
    },
    observe: (work, outcome, context) => kind.observe(kind.work.parse(work), readOutcome(outcome), context),
    apply: (work, context) => kind.apply(kind.work.parse(work), context),
    inverse: (work, outcome) => kind.inverse(kind.work.parse(work), readOutcome(outcome)),
    describe: (work, outcome) => kind.describe?.(kind.work.parse(work), kind.outcome.parse(outcome)) ?? {},
  };
}

export type ChangeKinds = ReadonlyMap<IntentKind, SealedKind>;

export function kindOf(kinds: ChangeKinds, name: IntentKind): SealedKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`No change kind named ${name}`);
  return kind;
}
