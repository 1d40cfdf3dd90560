import type { z } from 'zod';
import type { Arrival, Edit, PlanFinding, PlanRisk } from '../../../contract/changes/changes.ts';
import type { SentCredentials } from '../../../contract/changes/destinations.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import type { Comparable } from './compared.ts';
import type { Part } from './part.ts';
import type { ElsewhereChange, Retargeted } from './retarget.ts';
import type { ChangeContext, OutcomeBase } from './change-context.ts';

/** What was typed, and what it began from. */
export interface DraftStates<State> {
  readonly state: State;
  readonly base: State | null;
}

/** What a wanted state is compared with. */
export interface Sides<State> {
  /** What the person began with; null for a create. */
  readonly base: State | null;
  /** Current on tenant; undefined where there is no such thing. */
  readonly live: State | undefined;
}

/** Whose draft it is. */
export interface DraftOwner {
  readonly tenantId: string;
  readonly targetId: string;
}

export type Verb = 'create' | 'update' | 'delete';

/** A change of one thing, between two of its states. */
export interface Change<State, Notes = undefined> {
  readonly verb: Verb;
  /** Empty for what does not exist yet. */
  readonly targetId: string;
  /** Current on tenant; null for a create. Never older than the plan, and read anew before the first request. */
  readonly before: State | null;
  /** What it shall have; null for a delete. */
  readonly after: State | null;
  /** With which requests a person chose to send it; absent where nobody chose. One that the change does not offer is ignored. */
  readonly sendMode?: SendMode | undefined;
  /** What `begin` wrote down. */
  readonly notes: Notes;
}

export interface Step {
  readonly method?: string;
  readonly path?: string;
  readonly words: string;
}

/** What a person is told about a change beside its parts. */
export interface ChangeDescription {
  /** `Replace webhook`; made of verb and noun where absent. */
  readonly title?: string;
  /** One line; made of the changed parts where absent. */
  readonly summary?: string;
  /** What people sort such things by, for example `Web - SAML`: a review can group by it. */
  readonly typeName?: string;
  readonly warnings: readonly string[];
  /** What it does beyond its parts, as tables. */
  readonly findings?: readonly PlanFinding[];
  /** What goes wrong if it is applied: on a production tenant each must be accepted. */
  readonly risks?: readonly PlanRisk[];
  /** Hosts that receive stored credentials by it; new ones must be acknowledged. */
  readonly sends?: readonly SentCredentials[];
  readonly steps: readonly Step[];
  /** With which requests it is sent, where a person may choose others; absent where there is no choice. */
  readonly sendMode?: SendMode;
  /** Why it cannot be taken back; absent where it can. */
  readonly irreversible?: string;
}

/** What a fresh read of the tenant says about a change that was begun. */
export type Observation<Outcome> =
  /** The tenant is as it was before. */
  | { readonly state: 'as-before' }
  /** Some of the requests took effect; applying again completes it. */
  | { readonly state: 'partial'; readonly outcome: Outcome; readonly what: string }
  | { readonly state: 'in-effect'; readonly outcome: Outcome }
  /**
   * The tenant accepted it, or shows the rest of it; of some of it no read tells whether it is in effect. `what` names that in
   * a sentence.
   */
  | {
      readonly state: 'accepted';
      readonly outcome: Outcome;
      readonly what: string;
      /** A later read may show it: it is looked for again while there is time. */
      readonly mayShowLater?: true;
    }
  /**
   * No read tells whether it took effect, and nothing says that the tenant accepted it. Applying again sends it once more, so
   * that only what may be sent twice is observed so. `outcome` is what there is if it did.
   */
  | { readonly state: 'unreadable'; readonly outcome: Outcome; readonly what: string }
  /**
   * Something appeared that may be what this change has made, or somebody else's: a person decides. Never what the tenant's own
   * answer, or a mark that the request carried, proves to be ours.
   */
  | { readonly state: 'unproven'; readonly arrivals: readonly Arrival[]; readonly what: string }
  /** Neither as before nor as wanted; `what` says in plain words what differs, `outcome` what of ours is there. */
  | { readonly state: 'different'; readonly what: string; readonly outcome?: Outcome };

/** A change that was read back. */
export interface Remembered<State> {
  /** Empty after a delete. */
  readonly targetId: string;
  /** What the thing was known as before; empty for what was created. */
  readonly oldId: string;
  /** Null after a delete. */
  readonly state: State | null;
}

/** What was read last of a thing. */
export interface Kept<State> {
  /** Null: it is no longer there. */
  readonly state: State | null;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

export type ReadCached<State> = (targetId: string) => Kept<State> | undefined;

/** A problem of a state that is not complete or not allowed; `part` names the part. */
export interface Problem {
  readonly part: string;
  readonly message: string;
}

/** How changes of a kind are told apart, whatever they do: creations beside replacements and deletions. */
export interface ChangesApart<State> {
  /**
   * Plans of fewer changes go one after the other: they stop between any two of them, and a person sees each come. More are
   * under way together.
   */
  readonly from: number;
  /**
   * By what a change could be taken for another one, besides the identifier that it aims at. `states` are all that is known of
   * it: what it began with, and what is wanted. Changes that share any of these go one after the other. `observe` and `apply`
   * must not take for theirs what `context.isOfAnother`.
   */
  lanesOf(states: readonly State[]): readonly string[];
}

/**
 * Everything about one kind of thing that can be changed. The core does the rest for all kinds alike: drafts, plans,
 * three-way comparison, conflicts, confirmation, journal, verification, recovery, undo and display.
 *
 * States, notes and outcomes go to disk, and states are shown and exported: none may hold a secret. Kinds put
 * placeholders in the place of credentials, and the values into the vault.
 */
export interface ChangeKind<State, Notes = undefined, Outcome extends OutcomeBase = OutcomeBase> {
  /** The thing, not the verb: `webhook`. */
  readonly name: string;
  /** Of the state's shape on disk; raised when an older one must be upgraded. */
  readonly version: number;
  /** For titles: `webhook`, `webhooks`. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Schema of a state that is being typed: it may be incomplete. */
  readonly state: z.ZodType<State>;
  readonly notes: z.ZodType<Notes>;
  readonly outcome: z.ZodType<Outcome>;
  /** A state of an older version in today's shape. */
  upgrade?(state: unknown, fromVersion: number): unknown;
  readonly parts: readonly Part<State>[];
  /**
   * True where changing or deleting one thing touches nothing of another, and its outcome is told by its identifier
   * alone: then several may be under way at once.
   */
  readonly isIndependent?: true;
  /** True where the states that such a thing has had are kept as versions, to compare with and to go back to. */
  readonly hasVersions?: true;
  /**
   * Where things of several kinds are written as one record: what names the record. Changes of a run that share a lane
   * are applied one after the other, so that none overwrites what another one has just written.
   */
  laneOf?(targetId: string): string;
  /**
   * By what new things could be taken for each other while their identifiers are not known: creations that share none
   * of these may be under way at once, and one that does waits until the other one is known. `observe` and `apply` must not
   * take for theirs what `context.isOfAnother`. Where absent, creations go one after the other. Sends nothing that changes
   * anything.
   */
  creationLanes?(state: State, context: ChangeContext): Promise<readonly string[]>;
  /** Where changes of every verb are told apart by their states alone, so that all of a long plan may be under way at once. */
  readonly apart?: ChangesApart<State>;
  /**
   * Seconds within which a person has to say that a change which was applied shall stay; else it is taken back by itself. For
   * what can lock out whoever would have to put it right.
   */
  readonly confirmWithinSeconds?: number;
  /**
   * True for a record that several people edit: what others changed in it after the review is merged member by member and
   * reported afterwards. It is outdated only where both sides changed the same member, or where the merged change has a warning
   * or a risk that the review did not show.
   */
  readonly isMergedWhenSent?: true;
  /** What to call the thing. */
  nameOf(state: State): string;
  /** What to call a draft of it in lists; its name by default. */
  draftTitle?(state: State): string;
  /**
   * Why the tenant would not take this state; empty where it would. Checked before anything is planned. `live`, where
   * the thing exists: what it has already and keeps is no problem of the edit.
   */
  problemsOf?(state: State, live?: State): readonly Problem[];
  /**
   * Brings what a person wants into the form in which the tenant will have it: spellings, and placeholders in the
   * place of credentials. Throws `invalid-input`.
   */
  prepare?(wanted: State, sides: Sides<State>, context: ChangeContext): Promise<State>;
  /**
   * With some members set, as a change of many things names them; `{ ...onto, ...members }` where absent. What it answers
   * is checked like a state that comes from outside.
   */
  withMembers?(onto: State, members: Readonly<Record<string, unknown>>): unknown;
  /** With placeholders in the place of credentials, for the disk, whatever else is wrong with the state. */
  conceal?(state: State, context: ChangeContext): Promise<State>;
  /**
   * As `conceal`, for a draft: its credentials are in the vault when it returns, in the place of those that were kept
   * for it before. Without a vault they last for this session: no reason not to save what was typed.
   */
  concealDraft?(draft: DraftStates<State>, key: DraftOwner): Promise<DraftStates<State>>;
  /** A fresh read (through `context.reads`); undefined where there is no such thing. */
  read(targetId: string, context: ChangeContext): Promise<State | undefined>;
  /**
   * What was read last of the things of a tenant, from the offline copies: answers the state of one, null where it is
   * known to be gone, undefined where nothing is kept of it. Sends nothing.
   */
  cached?(tenantId: string): ReadCached<State>;
  /**
   * The same change for this tenant, where it was made for another one: its things are matched by name and type, for
   * identifiers mean nothing here. Sends nothing that changes anything. Where absent, nothing of the kind is carried over.
   */
  retarget?(change: ElsewhereChange<State>, context: ChangeContext): Promise<Retargeted<State>>;
  /** How it is compared with another tenant. Where absent, nothing of the kind is. */
  readonly compared?: Comparable<State, unknown>;
  /** Called once a plan is compared: says it in words. Sends nothing that changes anything. */
  describe(change: Change<State>, context: ChangeContext): Promise<ChangeDescription>;
  /** Right before the first request: notes what is there, keeps secrets safe. */
  begin(change: Change<State>, context: ChangeContext): Promise<Notes>;
  /**
   * Sends the requests. After a crash it may find them partly done and must complete them, sending nothing twice.
   * Answers undefined where only a read can tell the outcome.
   */
  apply(change: Change<State, Notes>, context: ChangeContext): Promise<Outcome | undefined>;
  /** A fresh look at the tenant. `outcome` is given when the tenant had accepted the change. */
  observe(
    change: Change<State, Notes>,
    outcome: Outcome | undefined,
    context: ChangeContext,
  ): Promise<Observation<Outcome>>;
  /** What is there of a change of which a person said that it made these `arrivals`; `{ targetId }` of the one where absent. */
  claim?(change: Change<State, Notes>, ids: readonly string[], context: ChangeContext): Promise<Outcome>;
  /** The notes of a change of which a person said that these `arrivals` are somebody else's: they are not looked at again. */
  disown?(notes: Notes, ids: readonly string[]): Notes;
  /** What `apply` found of others when it sent, and merged: whole sentences for the receipt. */
  mergedIn?(outcome: Outcome): readonly string[];
  /** What takes it back, where that is not simply the way from `after` to `before`. */
  inverse?(change: Change<State, Notes>, outcome: Outcome): readonly Edit[];
  /** What rolls back a run that was cut short, of a change for which no undo can be promised because it is not known what was before. */
  rollback?(change: Change<State, Notes>, outcome: Outcome): readonly Edit[];
  /**
   * Writes what the tenant has now into the offline copies, so that they are not older than the changes. Called with
   * many changes of a run at once: a list is written once for all of them.
   */
  remember?(changes: readonly Remembered<State>[], tenantId: string): void;
}

/** Something that is done rather than edited: it has an input in place of two states. */
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
  /** What takes back what it left; empty where nothing can. */
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
