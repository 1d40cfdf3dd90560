import type { LibrarySort } from './library-rows.ts';

interface MemoryStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** How somebody looks at the saved queries. Storage that refuses is ignored: only comfort is lost. */
export class LibraryMemory {
  readonly #storage: MemoryStorage;
  openFolders = $state.raw<readonly string[]>([]);
  sort = $state.raw<LibrarySort>('name');

  constructor(storage: MemoryStorage) {
    this.#storage = storage;
    const kept = read(storage);
    const open: unknown = kept['open'];
    this.openFolders = Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [];
    this.sort = kept['sort'] === 'saved' ? 'saved' : 'name';
  }

  fold(id: string, isOpen: boolean): void {
    const others = this.openFolders.filter((other) => other !== id);
    this.openFolders = isOpen ? [...others, id] : others;
    this.#keep();
  }

  sortBy(sort: LibrarySort): void {
    this.sort = sort;
    this.#keep();
  }

  #keep(): void {
    try {
      this.#storage.setItem(key, JSON.stringify({ open: this.openFolders, sort: this.sort }));
    } catch {
      // As said above.
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
