import type { Desk } from '../../contract/bridge/desk.ts';
import type { LinkedFile, LinkedFolder, LinkedKind } from '../../contract/changes/linked-folders.ts';

/** The folder linked with a tenant's scripts or webhooks, as main knows it. */
export class FolderLink {
  readonly #desk: Desk;
  readonly #of: { readonly tenantId: string; readonly kind: LinkedKind };
  status = $state.raw<LinkedFolder | undefined>(undefined);
  isRead = $state(false);

  constructor(desk: Desk, of: { readonly tenantId: string; readonly kind: LinkedKind }) {
    this.#desk = desk;
    this.#of = of;
  }

  /** The pending file of an item, if any. */
  waiting(targetId: string): LinkedFile | undefined {
    return this.status?.waiting.find((file) => file.targetId === targetId);
  }

  get kind(): LinkedKind {
    return this.#of.kind;
  }

  async read(): Promise<void> {
    this.status = await this.#desk.linkedFolders.get(this.#of);
    this.isRead = true;
  }

  /** Reloads whenever something changed; returns a function that stops this. */
  follow(failed: (error: unknown) => void): () => void {
    const read = (): void => void this.read().catch(failed);
    read();
    return this.#desk.on('linkedFolders.changed', ({ tenantId, kind }) => {
      if (tenantId === this.#of.tenantId && kind === this.#of.kind) read();
    });
  }

  /** Returns whether a folder was chosen. */
  async link(): Promise<boolean> {
    const linked = await this.#desk.linkedFolders.link(this.#of);
    if (linked !== undefined) this.status = linked;
    return linked !== undefined;
  }

  async refresh(): Promise<void> {
    this.status = await this.#desk.linkedFolders.refresh(this.#of);
  }

  async unlink(): Promise<void> {
    await this.#desk.linkedFolders.unlink(this.#of);
    this.status = undefined;
  }

  async resolve({ targetId }: LinkedFile, take: 'file' | 'desk'): Promise<void> {
    this.status = await this.#desk.linkedFolders.settle({ ...this.#of, targetId, take });
  }
}
