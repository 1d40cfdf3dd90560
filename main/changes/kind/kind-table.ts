import type { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import type { DraftOwner, DraftStates } from './change-kind.ts';
import type { RegisteredKind, RegisteredItemKind } from './registered-kind.ts';

/** All kinds by name. Created once, where the program is composed. */
export interface KindTable {
  find(name: string): RegisteredKind | undefined;
  /** Throws `record-unreadable` for a kind that this version does not have. */
  get(name: string): RegisteredKind;
  /** As `get`; throws `invalid-input` for an action. */
  itemKind(name: string): RegisteredItemKind;
  /** In the order of the table. */
  readonly all: readonly RegisteredKind[];
  /** All kinds that can be edited, in the order of the table. */
  readonly itemKinds: readonly RegisteredItemKind[];
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
    itemKinds: kinds.filter((kind) => kind.type === 'item'),
    get,
    itemKind(name) {
      const kind = get(name);
      if (kind.type === 'item') return kind;
      throw failure('invalid-input', `${kind.noun.one} is an action and can’t be edited.`);
    },
  };
}

/** Something that is typed and saved as a draft: a change kind, or something that is never sent to a tenant. */
export interface DraftKind {
  readonly name: string;
  readonly version: number;
  /** Throws `record-unreadable`, caused by the error of the schema where the version is known. */
  parse(state: unknown, version: number): unknown;
  draftTitle(state: unknown): string;
  /** Called once for many drafts of a tenant: whether discarding one of them would lose nothing. */
  losesNothing?(tenantId: string): LosesNothing;
  /** For kinds that may contain credentials: moves them to the vault and puts placeholders in their place. */
  redactDraft?(draft: DraftStates<unknown>, owner: DraftOwner): Promise<DraftStates<unknown>>;
}

/** `readState` returns the state as it is stored, in the format of `version`; the kind calls it only if needed. */
export type LosesNothing = (targetId: string, readState: () => unknown, version: number) => boolean;

export type DraftKinds = ReadonlyMap<string, DraftKind>;

/** A draft of something that stays in this profile, such as a query. */
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
