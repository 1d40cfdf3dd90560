import type { CallContext } from '../../../contract/bridge/methods.ts';
import { withLineEndsOf } from '../../../languages/text/line-ends.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { TargetSuccessors } from '../record/target-successors.ts';
import type { VersionedKind, VersionRecorder } from '../versions/version-recorder.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { FolderKind, LinkedItem } from './folder-kind.ts';
import type { FolderStore, KnownFile } from './folder-store.ts';

/** An item with its known text on the tenant, in the form of its file. */
export interface ItemText extends LinkedItem {
  /** Undefined if it was never read. */
  readonly live: string | undefined;
}

/** The local data of the linked items of one tenant. */
export interface LocalState {
  readonly tenant: { readonly name: string; readonly baseUrl: string };
  readonly kind: Pick<FolderKind<unknown>, 'naming' | 'manifest'>;
  /** All known items with their texts; sends requests only if needed. */
  items(): Promise<readonly ItemText[]>;
  draft(id: string): string | undefined;
  /** Saves a text as the draft, with `base` as its base. Throws `file-wrong-shape`. */
  makeDraft(item: LinkedItem, text: string, base: string): void;
  /** Stores the text of a file as a version. Throws `file-wrong-shape`. */
  storeText(item: LinkedItem, text: string): void;
  storeDraft(id: string): void;
  /** True if Tenant Desk applied something to the item since then. */
  isAppliedSince(id: string, since: number): boolean;
  /** The current ID of an item. */
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
  /** Ends reads in the background. */
  readonly stopped: AbortSignal;
}

/** The data that a linked folder is compared with: snapshots, drafts and versions of a tenant. Throws `not-found`. */
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
      // Checked by the kind, so it is a state of it.
      return { draft, state: versioned().parse(draft.state, version) as State };
    } catch {
      // A draft of a newer version is left unchanged, and has no file.
      return undefined;
    }
  };
  /** Unchanged lines keep the line ends they have in `like`, or on the tenant: those of a file depend on its checkout. */
  const stateOf = (text: string, item: LinkedItem, like = states.get(item.id)): State =>
    kind.stateOf(like === undefined ? text : withLineEndsOf(kind.textOf(like), text), {
      item,
      state: states.get(item.id),
    });
  const storeVersion = (targetId: string, state: State, source: 'draft' | 'folder'): void =>
    keeper.keep(versioned(), { tenantId, targetId }, state, source);

  return {
    tenant: { name, baseUrl },
    kind,
    async items() {
      const known = await kind.known(tenantId, call);
      states = new Map(known.flatMap(({ id, live }) => (live === undefined ? [] : [[id, live] as const])));
      return known.map(({ id, name: itemName, live }) => ({
        id,
        name: itemName,
        live: live === undefined ? undefined : kind.textOf(live),
      }));
    },
    draft(id) {
      const found = draftOf(id);
      return found === undefined ? undefined : kind.textOf(found.state);
    },
    makeDraft(item, text, base) {
      const found = draftOf(item.id);
      drafts.save({
        ...keyOf(item.id),
        state: stateOf(text, item, found?.state),
        base: found === undefined ? stateOf(base, item) : found.draft.base,
        revision: found?.draft.revision ?? null,
      });
    },
    storeText: (item, text) => storeVersion(item.id, stateOf(text, item), 'folder'),
    storeDraft(id) {
      const found = draftOf(id);
      if (found !== undefined) storeVersion(id, found.state, 'draft');
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
