import type { CallContext } from '../../../contract/methods.ts';
import { applicationScriptSchema, scriptStateSchema } from '../../../contract/scripts.ts';
import type { DraftService } from '../../changes/drafts/draft-service.ts';
import type { VersionedKind, VersionKeeper } from '../../changes/versions/version-keeper.ts';
import type { VersionStore } from '../../changes/versions/version-store.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';
import type { TenantDirectory } from '../../tenants/tenant-directory.ts';
import { scriptKey, scriptKindName } from '../script-kind.ts';
import type { FolderStore } from './folder-store.ts';
import type { DeskSide } from './linked-folder.ts';

export interface DeskSideParts {
  readonly cache: SnapshotCache;
  readonly store: FolderStore;
  readonly drafts: Pick<DraftService, 'get' | 'save'>;
  readonly keeper: VersionKeeper;
  readonly versions: Pick<VersionStore, 'newest'>;
  readonly kind: () => VersionedKind;
  readonly tenants: TenantDirectory;
  /** The list as it is known; where it is not, it is read. */
  readonly applications: (
    tenantId: string,
    call: CallContext,
  ) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Ends what is read in the background. */
  readonly stopped: AbortSignal;
}

/** What a linked folder is compared with: the snapshots, drafts and versions of a tenant. Throws `not-found`. */
export function createDeskSide(parts: DeskSideParts, tenantId: string): DeskSide {
  const { cache, store, drafts, keeper, versions, kind, tenants, stopped } = parts;
  const { name, baseUrl } = tenants.get(tenantId);
  const keyOf = (targetId: string) => ({ tenantId, kind: scriptKindName, targetId });
  const draftOf = (applicationId: string) => {
    const draft = drafts.get(keyOf(applicationId));
    const state = scriptStateSchema.safeParse(draft?.state);
    return draft === undefined || !state.success ? undefined : { draft, state: state.data };
  };
  return {
    tenant: { name, baseUrl },
    applications: () => parts.applications(tenantId, { signal: stopped, requestId: 'script-folder' }),
    live: (applicationId) =>
      cache.snapshots.read(tenantId, scriptKey(applicationId), applicationScriptSchema)?.data.script,
    draft: (applicationId) => draftOf(applicationId)?.state.script,
    makeDraft(application, text, base) {
      const { draft } = draftOf(application.id) ?? {};
      const state = { application: application.name, script: text };
      drafts.save({
        ...keyOf(application.id),
        state,
        base: draft === undefined ? { application: application.name, script: base } : draft.base,
        revision: draft?.revision ?? null,
      });
    },
    keepText: ({ id, name: application }, text) =>
      keeper.keep(kind(), { tenantId, targetId: id }, { application, script: text }, 'folder'),
    keepDraft(applicationId) {
      const found = draftOf(applicationId);
      if (found !== undefined) {
        keeper.keep(kind(), { tenantId, targetId: applicationId }, found.state, 'draft');
      }
    },
    isAppliedSince(applicationId, since) {
      const newest = versions.newest(keyOf(applicationId), ['applied', 'undone']);
      return newest !== undefined && newest.notedAt >= since;
    },
    files: () => store.files(tenantId),
    put: (files) => store.put(tenantId, files),
    now: () => cache.now(),
  };
}
