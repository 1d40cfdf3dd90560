import { isSecretParameter } from '../../../contract/values/secret-parameter.ts';

type Texts = Readonly<Record<string, string>>;

interface MemoryStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const none: Texts = {};

/** Favorites and entered arguments of a tenant's procedures. Storage errors are ignored: only convenience is lost. */
export class ProcedureMemory {
  readonly #storage: MemoryStorage;
  readonly #key: string;
  /** IDs of procedures. */
  favorites = $state.raw<readonly string[]>([]);
  /** Entered arguments by procedure. */
  #entered = $state.raw<Readonly<Record<string, Texts>>>({});
  /** Files with another name on this tenant. */
  #paths = $state.raw<Texts>({});

  constructor(storage: MemoryStorage, tenantId: string) {
    this.#storage = storage;
    this.#key = `procedures:${tenantId}`;
    const stored = read(storage, this.#key);
    this.favorites = Array.isArray(stored['favorites']) ? stored['favorites'].filter(isText) : [];
    this.#entered = Object.fromEntries(
      entriesOf(stored['entered']).map(([id, texts]) => [id, textsOf(texts)]),
    );
    this.#paths = textsOf(stored['paths']);
  }

  isFavorite(id: string): boolean {
    return this.favorites.includes(id);
  }

  toggleFavorite(id: string): void {
    this.favorites = this.isFavorite(id)
      ? this.favorites.filter((other) => other !== id)
      : [...this.favorites, id];
    this.#store();
  }

  entered(id: string): Texts {
    return Object.hasOwn(this.#entered, id) ? (this.#entered[id] ?? none) : none;
  }

  enter(id: string, name: string, text: string): void {
    this.enterAll(id, { [name]: text });
  }

  /** Other arguments stay unchanged. */
  enterAll(id: string, texts: Texts): void {
    this.#entered = { ...this.#entered, [id]: { ...this.entered(id), ...texts } };
    this.#store();
  }

  /** Clears the entered values. */
  clear(id: string): void {
    const { [id]: _before, ...others } = this.#entered;
    this.#entered = others;
    this.#store();
  }

  /** Undefined for the default file. */
  path(id: string): string | undefined {
    return Object.hasOwn(this.#paths, id) ? this.#paths[id] : undefined;
  }

  setPath(id: string, path: string | undefined): void {
    const { [id]: _before, ...others } = this.#paths;
    this.#paths = path === undefined ? others : { ...others, [id]: path };
    this.#store();
  }

  #store(): void {
    const entered = Object.entries(this.#entered).map(([id, texts]) => [id, withoutSecrets(texts)] as const);
    const stored = {
      favorites: this.favorites,
      entered: Object.fromEntries<Texts>(entered),
      paths: this.#paths,
    };
    try {
      this.#storage.setItem(this.#key, JSON.stringify(stored));
    } catch {
      return;
    }
  }
}

/** Secrets are never stored in the profile. */
const withoutSecrets = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !isSecretParameter(name)));

const isText = (value: unknown): value is string => typeof value === 'string';

function read(storage: MemoryStorage, key: string): Readonly<Record<string, unknown>> {
  try {
    return Object.fromEntries(entriesOf(JSON.parse(storage.getItem(key) ?? 'null')));
  } catch {
    return {};
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

const textsOf = (value: unknown): Texts =>
  Object.fromEntries(entriesOf(value).filter((entry): entry is [string, string] => isText(entry[1])));
