interface PreferenceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Preferences of one list of one tenant. */
export interface ListPreferences {
  readonly order: string;
  /** Columns of the rows, in order. */
  readonly columns: readonly string[];
}

const keyOf = (list: string, tenantId: string): string => `list:${list}:${tenantId}`;

/** Stored preferences; unknown values are replaced by the defaults. */
export function rememberedList(
  storage: PreferenceStorage,
  of: { readonly list: string; readonly tenantId: string },
  known: {
    readonly orders: readonly string[];
    readonly columns: readonly string[];
    readonly defaults: ListPreferences;
  },
): ListPreferences {
  const stored = read(storage, keyOf(of.list, of.tenantId));
  const { order, columns } = stored;
  return {
    order: typeof order === 'string' && known.orders.includes(order) ? order : known.defaults.order,
    columns: Array.isArray(columns)
      ? columns.filter(
          (column): column is string => typeof column === 'string' && known.columns.includes(column),
        )
      : known.defaults.columns,
  };
}

/** Storage failures are ignored: only a preference is lost. */
export function rememberList(
  storage: PreferenceStorage,
  of: { readonly list: string; readonly tenantId: string },
  preferences: ListPreferences,
): void {
  try {
    storage.setItem(keyOf(of.list, of.tenantId), JSON.stringify(preferences));
  } catch {
    return;
  }
}

function read(
  storage: PreferenceStorage,
  key: string,
): { readonly order?: unknown; readonly columns?: unknown } {
  try {
    const parsed: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
