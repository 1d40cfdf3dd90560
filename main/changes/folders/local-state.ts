import type { CallContext } from '../../../contract/bridge/methods.ts';
import { withLineEndsOf } from '../../../languages/text/line-ends.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { TargetSuccessors } from '../record/target-successors.ts';
import type { VersionedKind, VersionRecorder } from '../versions/version-recorder.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { FolderKind, LinkedItem } from './folder-kind.ts';
import type { FolderStore, KnownFile } from './folder-store.ts';

/** A thing with what the tenant is known to have of it, as its file would have it. */
export interface ItemText extends LinkedItem {
  /** Undefined where it was never read. */
  readonly live: string | undefined;
}

/** What the desk knows and does about the things of one tenant that are linked with a folder. */
export interface LocalState {
  readonly tenant: { readonly name: string; readonly baseUrl: string };
  readonly kind: Pick<FolderKind<unknown>, 'naming' | 'manifest'>;
  /** The things that are known, with their texts; asks no tenant where it has not to. */
  things(): Promise<readonly ItemText[]>;
  draft(id: string): string | undefined;
  /** Makes a text the draft, whose person began with `base`. Throws `file-wrong-shape`. */
  makeDraft(thing: LinkedItem, text: string, base: string): void;
  /** Keeps a text of a file as a version. Throws `file-wrong-shape`. */
  storeText(thing: LinkedItem, text: string): void;
  storeDraft(id: string): void;
  /** True where this desk applied something to the thing since then. */
  isAppliedSince(id: string, since: number): boolean;
  /** Under which identifier a thing is known by now. */
  currentId(id: string): string;
  files(): ReadonlyMap<string, KnownFile>;
  put(files: readonly KnownFile[]): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface LocalStateParts {
  readonly store: FolderStore;
  readonly drafts: Pick<DraftService, 'get' | 'save'>;
  readonly keeper: VersionRecorder;
  readonly versions: Pick<VersionStore, 'newest'>;
  readonly successors: Pick<TargetSuccessors, 'currentId'>;
  readonly versionedKind: (name: string) => VersionedKind;
  readonly tenants: TenantDirectory;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Ends what is read in the background. */
  readonly stopped: AbortSignal;
}

/** What a linked folder is compared with: the snapshots, drafts and versions of a tenant. Throws `not-found`. */
export function createLocalState<State>(
  parts: LocalStateParts,
  kind: FolderKind<State>,
  tenantId: string,
): LocalState {
  const { store, drafts, keeper, versions, successors, tenants } = parts;
  const { name, baseUrl } = tenants.get(tenantId);
  const call: CallContext = { signal: parts.stopped, requestId: 'linked-folder' };
  const versioned = (): VersionedKind => parts.versionedKind(kind.name);
  const keyOf = (targetId: string) => ({ tenantId, kind: kind.name, targetId });
  const currentId = (id: string): string => successors.currentId(tenantId, id);
  let states: ReadonlyMap<string, State> = new Map();

  const draftOf = (id: string) => {
    const draft = drafts.get(keyOf(id));
    if (draft === undefined) return undefined;
    try {
      const { version } = versioned();
      // The kind's own check: what it lets through is a state of it.
      return { draft, state: versioned().parse(draft.state, version) as State };
    } catch {
      // A draft of a newer desk is not touched, and no file of it is made.
      return undefined;
    }
  };
  /** Lines that stay keep the ends they have in `like`, or in the tenant: those of a file are a matter of its checkout. */
  const stateOf = (text: string, thing: LinkedItem, like = states.get(thing.id)): State =>
    kind.stateOf(like === undefined ? text : withLineEndsOf(kind.textOf(like), text), {
      thing,
      state: states.get(thing.id),
    });
  const keep = (targetId: string, state: State, source: 'draft' | 'folder'): void =>
    keeper.keep(versioned(), { tenantId, targetId }, state, source);

  return {
    tenant: { name, baseUrl },
    kind,
    async things() {
      const known = await kind.known(tenantId, call);
      states = new Map(known.flatMap(({ id, live }) => (live === undefined ? [] : [[id, live] as const])));
      return known.map(({ id, name: thing, live }) => ({
        id,
        name: thing,
        live: live === undefined ? undefined : kind.textOf(live),
      }));
    },
    draft(id) {
      const found = draftOf(id);
      return found === undefined ? undefined : kind.textOf(found.state);
    },
    makeDraft(thing, text, base) {
      const found = draftOf(thing.id);
      drafts.save({
        ...keyOf(thing.id),
        state: stateOf(text, thing, found?.state),
        base: found === undefined ? stateOf(base, thing) : found.draft.base,
        revision: found?.draft.revision ?? null,
      });
    },
    storeText: (thing, text) => keep(thing.id, stateOf(text, thing), 'folder'),
    storeDraft(id) {
      const found = draftOf(id);
      if (found !== undefined) keep(id, found.state, 'draft');
    },
    isAppliedSince(id, since) {
      const newest = versions.newest(keyOf(id), ['applied', 'undone']);
      return newest !== undefined && newest.notedAt >= since;
    },
    currentId,
    files: () =>
      new Map(
        store.files(tenantId, kind.name).map((file) => {
          const targetId = currentId(file.targetId);
          return [targetId, { ...file, targetId }];
        }),
      ),
    put: (files) => store.put(tenantId, kind.name, files),
    now: parts.now,
  };
}
