import type { Desk } from '../../../contract/bridge/desk.ts';
import type { OwnEntry } from '../../../contract/procedures/procedures.ts';
import type { OwnDraft } from './own-entry-draft.ts';
import { entryOf } from './own-entry-draft.ts';

/** Custom procedures and jobs in the library. Rejects if the profile can't store them. */
export class OwnEntries {
  readonly #desk: Desk;
  readonly #tenantId: string;
  all = $state.raw<readonly OwnEntry[]>([]);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  async read(): Promise<void> {
    this.all = await this.#desk.procedures.own({ tenantId: this.#tenantId });
  }

  /** Returns the stored entry. */
  async save(draft: OwnDraft): Promise<OwnEntry> {
    const tenantId = draft.isForAll ? null : this.#tenantId;
    const { id, savedAt: _savedAt, ...given } = entryOf(draft, { id: draft.id ?? '', tenantId });
    const saved = await this.#desk.procedures.keepOwn({
      ...given,
      parameters: given.parameters.map((each) => ({ ...each, options: [...each.options] })),
      ...(id === '' ? {} : { id }),
    });
    await this.read();
    return saved;
  }

  /** Restores it unchanged. */
  async restore({ savedAt: _savedAt, ...entry }: OwnEntry): Promise<void> {
    await this.#desk.procedures.keepOwn(entry);
    await this.read();
  }

  async remove(id: string): Promise<void> {
    await this.#desk.procedures.removeOwn({ id });
    await this.read();
  }
}
