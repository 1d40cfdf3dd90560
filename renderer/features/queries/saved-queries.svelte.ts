import type { Desk } from '../../../contract/bridge/desk.ts';
import type { QueryLibraryContent } from '../../../contract/queries/query-library.ts';

const nothing: QueryLibraryContent = { folders: [], queries: [] };

/** The saved queries of a tenant, kept current when any window changes them. */
export class SavedQueries {
  readonly #desk: Pick<Desk, 'queryLibrary' | 'on'>;
  readonly #tenantId: string;
  readonly #onfailed: (error: unknown) => void;
  readonly #stopListening: () => void;
  #reading = 0;
  content = $state.raw<QueryLibraryContent>(nothing);
  /** Until then it isn't known which queries were deleted. */
  isRead = $state.raw(false);

  constructor(desk: Pick<Desk, 'queryLibrary' | 'on'>, tenantId: string, onfailed: (error: unknown) => void) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#onfailed = onfailed;
    this.#stopListening = desk.on('queryLibrary.changed', () => void this.read());
  }

  /** Never rejects: previously loaded queries stay. */
  async read(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    try {
      const content = await this.#desk.queryLibrary.list({ tenantId: this.#tenantId });
      // A later one is more recent.
      if (reading !== this.#reading) return;
      this.content = content;
      this.isRead = true;
    } catch (error) {
      this.#onfailed(error);
    }
  }

  leave(): void {
    this.#stopListening();
  }
}
