import type { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import type { DraftOwner, DraftStates } from './change-kind.ts';
import type { RegisteredKind, RegisteredItemKind } from './registered-kind.ts';

/** Every kind there is, by name: made once, in the composition of the program. */
export interface KindTable {
  find(name: string): RegisteredKind | undefined;
  /** Throws `record-unreadable` for a kind that this version does not have. */
  get(name: string): RegisteredKind;
  /** As `get`; throws `invalid-input` for an action. */
  thing(name: string): RegisteredItemKind;
  /** In the order of the table. */
  readonly all: readonly RegisteredKind[];
  /** All that are edited, in the order of the table. */
  readonly things: readonly RegisteredItemKind[];
}

export function createKindTable(kinds: readonly RegisteredKind[]): KindTable {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  if (byName.size !== kinds.length) throw new Error('Two kinds have the same name.');
  const get = (name: string): RegisteredKind => {
    const kind = byName.get(name);
    if (kind !== undefined) return kind;
    throw failure(
      'record-unreadable',
      `This version of Tenant Desk doesn’t support changes of the kind “${name}”. Update Tenant Desk to continue.`,
    );
  };
  return {
    find: (name) => byName.get(name),
    all: kinds,
    things: kinds.filter((kind) => kind.type === 'thing'),
    get,
    thing(name) {
      const kind = get(name);
      if (kind.type === 'thing') return kind;
      throw failure('invalid-input', `${kind.noun.one} is an action and can’t be edited.`);
    },
  };
}

/** Something that is typed and kept as a draft; a change kind is one, and so is what never goes to a tenant. */
export interface DraftKind {
  readonly name: string;
  readonly version: number;
  /** Throws `record-unreadable`, caused by the error of the schema where the version is known. */
  parse(state: unknown, version: number): unknown;
  draftTitle(state: unknown): string;
  /** Asked once for many drafts of a tenant: whether nothing would be lost with one of them. */
  losesNothing?(tenantId: string): LosesNothing;
  /** What may hold credentials puts them into the vault, and placeholders in their place. */
  concealDraft?(draft: DraftStates<unknown>, owner: DraftOwner): Promise<DraftStates<unknown>>;
}

/** `readState` gives the state as it is stored, in the shape of the version: the kind reads it where it needs to. */
export type LosesNothing = (targetId: string, readState: () => unknown, version: number) => boolean;

export type DraftKinds = ReadonlyMap<string, DraftKind>;

/** A draft of something that stays in this profile, for example a query. */
export function localDraftKind<State>(kind: {
  readonly name: string;
  readonly version: number;
  readonly state: z.ZodType<State>;
  readonly titleOf: (state: State) => string;
  readonly losesNothing?: (tenantId: string) => (targetId: string, readState: () => State) => boolean;
}): DraftKind {
  const parse = (state: unknown, version: number): State => {
    const parsed = kind.state.safeParse(state);
    if (version <= kind.version && parsed.success) return parsed.data;
    throw failure(
      'record-unreadable',
      'This draft was created by another version of Tenant Desk. It was left unchanged.',
      parsed.success ? {} : { cause: parsed.error },
    );
  };
  const { losesNothing } = kind;
  return {
    name: kind.name,
    version: kind.version,
    parse,
    draftTitle: (state) => kind.titleOf(parse(state, kind.version)),
    ...(losesNothing === undefined
      ? {}
      : {
          losesNothing(tenantId) {
            const isOf = losesNothing(tenantId);
            return (targetId, readState, version) => isOf(targetId, () => parse(readState(), version));
          },
        }),
  };
}
