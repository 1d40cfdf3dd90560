import type { LinkedKind } from '../../../contract/changes/linked-folders.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { FileNaming } from '../../platform/files/file-stem.ts';
import type { ManifestShape } from './manifest.ts';

/** An item of a tenant that has a file. */
export interface LinkedItem {
  readonly id: string;
  readonly name: string;
}

/** The cached data of an item. */
export interface KnownItem<State> extends LinkedItem {
  /** The last known state on the tenant; undefined if it was never read. */
  readonly live: State | undefined;
}

/** How items of a kind are stored in files, one each. */
export interface FolderKind<State> {
  /** Also the name of the change kind. */
  readonly name: LinkedKind;
  readonly naming: FileNaming;
  readonly manifest: ManifestShape;
  /** Title of the dialog that asks for the folder. */
  readonly title: string;
  /** All known items; sends requests only if needed. */
  known(tenantId: string, call: CallContext): Promise<readonly KnownItem<State>[]>;
  /** Reads everything from the tenant. The file of an item that can't be read isn't written. */
  readAll(tenantId: string, call: CallContext): Promise<void>;
  textOf(state: State): string;
  /**
   * The state that a text describes, with everything else as in `like`. Throws `file-wrong-shape` with the problem and its
   * position.
   */
  stateOf(text: string, like: { readonly item: LinkedItem; readonly state: State | undefined }): State;
}
