import type { LinkedKind } from '../../../contract/changes/linked-folders.ts';

/** Which things of which tenant. */
export interface FolderOwner {
  readonly tenantId: string;
  readonly kind: LinkedKind;
}
