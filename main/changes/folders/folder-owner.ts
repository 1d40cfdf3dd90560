import type { LinkedKind } from '../../../contract/changes/linked-folders.ts';

/** A tenant, and a kind of its items. */
export interface FolderOwner {
  readonly tenantId: string;
  readonly kind: LinkedKind;
}
