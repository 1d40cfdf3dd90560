import type { LibrarySort } from './library-rows.ts';

interface MemoryStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** View settings of the saved queries. Storage errors are ignored: only convenience is lost. */
export class LibraryMemory {
  readonly #storage: MemoryStorage;
  openFolders = $state.raw<readonly string[]>([]);
  sort = $state.raw<LibrarySort>('name');

  constructor(storage: MemoryStorage) {
    this.#storage = storage;
    const stored = read(storage);
    const open: unknown = stored['open'];
    this.openFolders = Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [];
    this.sort = stored['sort'] === 'saved' ? 'saved' : 'name';
  }

  fold(id: string, isOpen: boolean): void {
    const others = this.openFolders.filter((other) => other !== id);
    this.openFolders = isOpen ? [...others, id] : others;
    this.#store();
  }

  sortBy(sort: LibrarySort): void {
    this.sort = sort;
    this.#store();
  }

  #store(): void {
    try {
      this.#storage.setItem(key, JSON.stringify({ open: this.openFolders, sort: this.sort }));
    } catch {
      // See above.
    }
  }
}

const key = 'query-library-view';

function read(storage: MemoryStorage): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
