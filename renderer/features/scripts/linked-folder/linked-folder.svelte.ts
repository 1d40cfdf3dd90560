import type { Desk } from '../../../../contract/desk.ts';
import type { LinkedFolder, LinkedScriptFile } from '../../../../contract/script-folders.ts';

/** The folder that a tenant's scripts are linked with, as main knows it. */
export class FolderLink {
  readonly #desk: Desk;
  readonly #tenantId: string;
  status = $state.raw<LinkedFolder | undefined>(undefined);
  isRead = $state(false);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** What waits for a person about the file of an application. */
  waiting(applicationId: string): LinkedScriptFile | undefined {
    return this.status?.waiting.find((file) => file.applicationId === applicationId);
  }

  async read(): Promise<void> {
    this.status = await this.#desk.scriptFolders.get({ tenantId: this.#tenantId });
    this.isRead = true;
  }

  /** Reads again whenever something changed; the answer ends it. */
  follow(failed: (error: unknown) => void): () => void {
    const read = (): void => void this.read().catch(failed);
    read();
    return this.#desk.on('scriptFolders.changed', ({ tenantId }) => {
      if (tenantId === this.#tenantId) read();
    });
  }

  /** Answers whether a folder was chosen. */
  async link(): Promise<boolean> {
    const linked = await this.#desk.scriptFolders.link({ tenantId: this.#tenantId });
    if (linked !== undefined) this.status = linked;
    return linked !== undefined;
  }

  async refresh(): Promise<void> {
    this.status = await this.#desk.scriptFolders.refresh({ tenantId: this.#tenantId });
  }

  async unlink(): Promise<void> {
    await this.#desk.scriptFolders.unlink({ tenantId: this.#tenantId });
    this.status = undefined;
  }

  async settle({ applicationId }: LinkedScriptFile, take: 'file' | 'desk'): Promise<void> {
    this.status = await this.#desk.scriptFolders.settle({ tenantId: this.#tenantId, applicationId, take });
  }
}
