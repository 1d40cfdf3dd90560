import type { z } from 'zod';
import type { Arrival, Edit, PlanFinding, PlanRisk } from '../../../contract/changes/changes.ts';
import type { SentCredentials } from '../../../contract/changes/destinations.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import type { Comparable } from './compared.ts';
import type { Part } from './part.ts';
import type { ForeignChange, Retargeted } from './retarget.ts';
import type { ChangeContext, OutcomeBase } from './change-context.ts';

/** The typed state, and the state it started from. */
export interface DraftStates<State> {
  readonly state: State;
  readonly base: State | null;
}

/** The states that a wanted state is compared with. */
export interface Sides<State> {
  /** The state the person started from; null for a create. */
  readonly base: State | null;
  /** The state on the tenant now; undefined if the item doesn't exist. */
  readonly live: State | undefined;
}

/** The tenant and the item that a draft belongs to. */
export interface DraftOwner {
  readonly tenantId: string;
  readonly targetId: string;
}

export type Verb = 'create' | 'update' | 'delete';

/** A change of one item, between two of its states. */
export interface Change<State, Notes = undefined> {
  readonly verb: Verb;
  /** Empty for an item that doesn't exist yet. */
  readonly targetId: string;
  /** The state on the tenant; null for a create. Never older than the plan, and refreshed right before the first request. */
  readonly before: State | null;
  /** The state that it will have; null for a delete. */
  readonly after: State | null;
  /** The requests that a person chose for sending it; absent without a choice. A mode that the change doesn't offer is ignored. */
  readonly sendMode?: SendMode | undefined;
  /** What `begin` returned. */
  readonly notes: Notes;
}

export interface Step {
  readonly method?: string;
  readonly path?: string;
  readonly words: string;
}

/** What is shown of a change besides its parts. */
export interface ChangeDescription {
  /** `Replace webhook`; built from verb and noun if absent. */
  readonly title?: string;
  /** One line; built from the changed parts if absent. */
  readonly summary?: string;
  /** The type that people sort such items by, such as `Web - SAML`: a review can group by it. */
  readonly typeName?: string;
  readonly warnings: readonly string[];
  /** Effects beyond its parts, as tables. */
  readonly findings?: readonly PlanFinding[];
  /** What breaks when it is applied: on a production tenant each of them must be accepted. */
  readonly risks?: readonly PlanRisk[];
  /** Hosts that receive stored credentials through it; new ones must be acknowledged. */
  readonly sends?: readonly SentCredentials[];
  readonly steps: readonly Step[];
  /** The requests that send it, if a person may choose others; absent if there is no choice. */
  readonly sendMode?: SendMode;
  /** Why it can't be undone; absent if it can. */
  readonly irreversible?: string;
}

/** What a fresh read of the tenant shows of a change that was started. */
export type Observation<Outcome> =
  /** The tenant is as it was before. */
  | { readonly state: 'as-before' }
  /** Some of the requests took effect; applying again completes it. */
  | { readonly state: 'partial'; readonly outcome: Outcome; readonly what: string }
  | { readonly state: 'in-effect'; readonly outcome: Outcome }
  /**
   * The tenant accepted it, or shows the rest of it; no read shows whether a part of it is in effect. `what` names that part in
   * a sentence.
   */
  | {
      readonly state: 'accepted';
      readonly outcome: Outcome;
      readonly what: string;
      /** A later read may show it: reading is repeated until the pauses are used up. */
      readonly mayShowLater?: true;
    }
  /**
   * No read shows whether it took effect, and nothing says that the tenant accepted it. Applying it again sends it again, so only
   * changes that may be sent twice are reported this way. `outcome` is what exists if it took effect.
   */
  | { readonly state: 'unreadable'; readonly outcome: Outcome; readonly what: string }
  /**
   * Items appeared that this change or someone else may have created: a person decides. Never used if the tenant's response, or
   * a mark in the request, proves that they are ours.
   */
  | { readonly state: 'unproven'; readonly arrivals: readonly Arrival[]; readonly what: string }
  /** Neither as before nor as wanted; `what` describes the difference, `outcome` the part of ours that exists. */
  | { readonly state: 'different'; readonly what: string; readonly outcome?: Outcome };

/** A verified change. */
export interface Remembered<State> {
  /** Empty after a delete. */
  readonly targetId: string;
  /** The ID of the item before the change; empty for a new item. */
  readonly oldId: string;
  /** Null after a delete. */
  readonly state: State | null;
}

/** The cached state of an item. */
export interface CachedState<State> {
  /** Null: it no longer exists. */
  readonly state: State | null;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

export type ReadCached<State> = (targetId: string) => CachedState<State> | undefined;

/** A problem of a state that is incomplete or not allowed; `part` names the part. */
export interface Problem {
  readonly part: string;
  readonly message: string;
}

/** How changes of a kind are distinguished, whatever they do: creations as well as replacements and deletions. */
export interface ChangesApart<State> {
  /**
   * Plans with fewer changes run one by one: they stop between any two of them, and a person sees the result of each. Larger
   * plans run several at once.
   */
  readonly from: number;
  /**
   * What a change could be mistaken for another one by, besides its target ID. `states` are all known states of it: where it
   * started, and what is wanted. Changes that share any of these run one by one. `observe` and `apply` must not adopt what
   * `context.isOfAnother`.
   */
  lanesOf(states: readonly State[]): readonly string[];
}

/**
 * Everything about one kind of item that can be changed. The core does the rest for all kinds: drafts, plans,
 * three-way comparison, conflicts, confirmation, journal, verification, recovery, undo and display.
 *
 * States, notes and outcomes are stored on disk, and states are shown and exported: none may contain a secret. Kinds replace
 * credentials with placeholders and store the values in the vault.
 */
export interface ChangeKind<State, Notes = undefined, Outcome extends OutcomeBase = OutcomeBase> {
  /** The item, not the verb: `webhook`. */
  readonly name: string;
  /** Of the format of states on disk; raised when older ones must be upgraded. */
  readonly version: number;
  /** For titles: `webhook`, `webhooks`. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Schema of a state that is being typed, so it may be incomplete. */
  readonly state: z.ZodType<State>;
  readonly notes: z.ZodType<Notes>;
  readonly outcome: z.ZodType<Outcome>;
  /** Converts a state of an older version to the current format. */
  upgrade?(state: unknown, fromVersion: number): unknown;
  readonly parts: readonly Part<State>[];
  /**
   * True if changing or deleting one item doesn't affect another, and its ID alone identifies the outcome: then several can
   * run at once.
   */
  readonly isIndependent?: true;
  /** True if the states of an item are stored as versions that can be compared and restored. */
  readonly hasVersions?: true;
  /**
   * For items of several kinds that are written as one record: names the record. Changes of a run that share a lane are applied
   * one by one, so that none overwrites what another one has just written.
   */
  laneOf?(targetId: string): string;
  /**
   * What new items could be mistaken for each other by until their IDs are known: creations that share none of these can run
   * at once, and one that does waits until the other one is known. `observe` and `apply` must not adopt what
   * `context.isOfAnother`. If absent, creations run one by one. Sends nothing that changes anything.
   */
  creationLanes?(state: State, context: ChangeContext): Promise<readonly string[]>;
  /** For kinds whose changes of every verb are distinguished by their states alone, so that all changes of a long plan can run at once. */
  readonly apart?: ChangesApart<State>;
  /**
   * Seconds in which a person must confirm an applied change; otherwise it reverts automatically. For changes that can lock out
   * the people who would have to fix them.
   */
  readonly confirmWithinSeconds?: number;
  /**
   * True for a record that several people edit: changes by others after the review are merged member by member and reported
   * afterwards. It is outdated only if both sides changed the same member, or if the merged change has a warning or a risk that
   * the review didn't show.
   */
  readonly isMergedWhenSent?: true;
  /** The name of the item. */
  nameOf(state: State): string;
  /** The title of its draft in lists; its name by default. */
  draftTitle?(state: State): string;
  /**
   * Why the tenant would reject this state; empty if it would accept it. Checked before anything is planned. `live`, for an
   * existing item: what it already has and keeps isn't a problem of the edit.
   */
  problemsOf?(state: State, live?: State): readonly Problem[];
  /**
   * Converts what a person wants to the form that the tenant will have: spellings, and placeholders for credentials. Throws
   * `invalid-input`.
   */
  prepare?(wanted: State, sides: Sides<State>, context: ChangeContext): Promise<State>;
  /**
   * With some members set, as a change of many items names them; `{ ...onto, ...members }` if absent. The result is checked like
   * a state that comes from outside.
   */
  withMembers?(onto: State, members: Readonly<Record<string, unknown>>): unknown;
  /** With placeholders for credentials, for storage on disk, whatever else is wrong with the state. */
  redact?(state: State, context: ChangeContext): Promise<State>;
  /**
   * As `redact`, for a draft: its credentials are in the vault when it returns, and replace those stored for it before. Without
   * a vault they last for this session: that is no reason not to save what was typed.
   */
  redactDraft?(draft: DraftStates<State>, key: DraftOwner): Promise<DraftStates<State>>;
  /** A fresh read (through `context.reads`); undefined if the item doesn't exist. */
  read(targetId: string, context: ChangeContext): Promise<State | undefined>;
  /**
   * Reads a tenant's items from the offline copies: returns the state of one, null if it is known to be deleted, undefined
   * if it isn't cached. Sends nothing.
   */
  cached?(tenantId: string): ReadCached<State>;
  /**
   * The same change for this tenant if it was made for another one: items are matched by name and type, because IDs differ
   * between tenants. Sends nothing that changes anything. If absent, changes of the kind can't be applied to another tenant.
   */
  retarget?(change: ForeignChange<State>, context: ChangeContext): Promise<Retargeted<State>>;
  /** How it is compared with another tenant. If absent, it isn't. */
  readonly compared?: Comparable<State, unknown>;
  /** Describes a change once its plan is compared. Sends nothing. */
  describe(change: Change<State>, context: ChangeContext): Promise<ChangeDescription>;
  /** What one resolution of a conflict looks like, if `describe` doesn't say it. Sends nothing. */
  preview?(change: Change<State>): readonly PlanFinding[];
  /** Before the first request of a plan: stores the secrets of all its states, so that another process can resume it. */
  storeSecrets?(states: readonly State[], tenantId: string): Promise<void>;
  /** Right before the first request: records what exists, and stores secrets safely. */
  begin(change: Change<State>, context: ChangeContext): Promise<Notes>;
  /**
   * Sends the requests. After a crash it may find some of them done and must complete the rest, sending nothing twice.
   * Returns undefined if only a read can show the outcome.
   */
  apply(change: Change<State, Notes>, context: ChangeContext): Promise<Outcome | undefined>;
  /** A fresh read of the tenant. `outcome` is passed if the tenant had accepted the change. */
  observe(
    change: Change<State, Notes>,
    outcome: Outcome | undefined,
    context: ChangeContext,
  ): Promise<Observation<Outcome>>;
  /** The outcome of a change after a person said that it created these `arrivals`; `{ targetId }` of the only one if absent. */
  claim?(change: Change<State, Notes>, ids: readonly string[], context: ChangeContext): Promise<Outcome>;
  /** The notes of a change after a person said that someone else created these `arrivals`: they are ignored from now on. */
  disown?(notes: Notes, ids: readonly string[]): Notes;
  /** Changes by others that `apply` found and merged when it sent: whole sentences for the receipt. */
  mergedIn?(outcome: Outcome): readonly string[];
  /** What undoes it, if that isn't simply the change from `after` to `before`. */
  inverse?(change: Change<State, Notes>, outcome: Outcome): readonly Edit[];
  /** What rolls it back in an interrupted run, if no undo can be promised because the earlier state isn't known. */
  rollback?(change: Change<State, Notes>, outcome: Outcome): readonly Edit[];
  /**
   * Writes the tenant's state to the offline copies, so that they aren't older than the changes. Called with many changes of
   * a run at once, so that a list is written once for all of them.
   */
  remember?(changes: readonly Remembered<State>[], tenantId: string): void;
}

/** Something that is run rather than edited: it has an input instead of two states. */
export interface ActionKind<Input, Notes = undefined, Outcome extends OutcomeBase = OutcomeBase> {
  readonly name: string;
  readonly version: number;
  readonly noun: { readonly one: string; readonly many: string };
  readonly input: z.ZodType<Input>;
  readonly notes: z.ZodType<Notes>;
  readonly outcome: z.ZodType<Outcome>;
  upgrade?(input: unknown, fromVersion: number): unknown;
  describe(input: Input, context: ChangeContext): Promise<ActionText>;
  begin(input: Input, context: ChangeContext): Promise<Notes>;
  apply(action: Action<Input, Notes>, context: ChangeContext): Promise<Outcome | undefined>;
  observe(
    action: Action<Input, Notes>,
    outcome: Outcome | undefined,
    context: ChangeContext,
  ): Promise<Observation<Outcome>>;
  /** See `ChangeKind`. */
  claim?(action: Action<Input, Notes>, ids: readonly string[], context: ChangeContext): Promise<Outcome>;
  disown?(notes: Notes, ids: readonly string[]): Notes;
  /** What undoes its effects; empty if nothing can. */
  inverse(action: Action<Input, Notes>, outcome: Outcome): readonly Edit[];
}

export interface Action<Input, Notes> {
  readonly input: Input;
  readonly notes: Notes;
}

export interface ActionText extends ChangeDescription {
  readonly title: string;
  readonly summary: string;
  readonly targetName: string;
  /** What is shown of it. */
  readonly parts: readonly ShownPart[];
}

/** A part of an action, which has no state to read it from. */
export type ShownPart =
  | { readonly type: 'set'; readonly name: string; readonly label: string; readonly after: readonly string[] }
  | { readonly type: 'field'; readonly name: string; readonly label: string; readonly after: string };
