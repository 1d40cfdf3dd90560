import type { LinkedKind } from '../../../contract/changes/linked-folders.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { FileNaming } from '../../platform/files/file-stem.ts';
import type { ManifestShape } from './manifest.ts';

/** A thing of a tenant that has a file. */
export interface LinkedItem {
  readonly id: string;
  readonly name: string;
}

/** What the desk knows of a thing. */
export interface KnownItem<State> extends LinkedItem {
  /** What the tenant is known to have; undefined where it was never read. */
  readonly live: State | undefined;
}

/** How things of a kind are kept in files, one each. */
export interface FolderKind<State> {
  /** Of the change kind, too. */
  readonly name: LinkedKind;
  readonly naming: FileNaming;
  readonly manifest: ManifestShape;
  /** Title of the dialog that asks for the folder. */
  readonly title: string;
  /** All things that are known; asks no tenant where it has not to. */
  known(tenantId: string, call: CallContext): Promise<readonly KnownItem<State>[]>;
  /** Reads everything from the tenant. One that cannot be read is one file that is not written. */
  readAll(tenantId: string, call: CallContext): Promise<void>;
  textOf(state: State): string;
  /**
   * The state that a text says; what it does not say is as in `like`. Throws `file-wrong-shape` with what is to be put
   * right, and where.
   */
  stateOf(text: string, like: { readonly thing: LinkedItem; readonly state: State | undefined }): State;
}
