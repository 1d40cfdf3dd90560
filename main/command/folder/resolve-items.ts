import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import type { FolderItem, LiveItem } from './item.ts';
import { pathKey } from './item.ts';
import { readKeychain } from './keychain-values.ts';
import { mapTexts, parseReferences, rejectMissing, resolved } from './references.ts';
import type { FolderSettings } from './settings-file.ts';
import { readSettingsFile } from './settings-file.ts';

export interface ReferenceValues {
  /** Without the credentials of the command itself. */
  readonly env: NodeJS.ProcessEnv;
  readonly values: Readonly<Record<string, string>>;
  readonly keychain: ReadonlyMap<string, string>;
}

interface ValueSource {
  readonly source: string;
  readonly profile: TenantProfile;
  readonly items: readonly FolderItem[];
  /** Of a saved plan, in the place of those in `tdesk.json`. */
  readonly saved?: ReferenceValues['values'] | undefined;
}

/** The values for the references of a folder or a saved plan. Throws where the keychain has some of them and can’t be read. */
export async function readValues(
  { env }: Pick<Context, 'env'>,
  { source, profile, items, saved }: ValueSource,
): Promise<ReferenceValues> {
  const values = saved ?? valuesFor(await readSettingsFile(source), profile);
  return { env, values, keychain: await readKeychain(items) };
}

/** Those of the values that references in these items stand for. */
export function usedValues(
  items: readonly FolderItem[],
  { values }: ReferenceValues,
): Record<string, string> {
  const names = new Set<string>();
  const note = (text: string): string => {
    for (const part of parseReferences(text)) {
      if (typeof part !== 'string' && part.source === 'env') names.add(part.name);
    }
    return text;
  };
  for (const { document, text } of items) {
    mapTexts(document, note);
    note(text ?? '');
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** Items under the names that their references stand for: that is what they are called on the tenant. */
export const namedItems = (items: readonly FolderItem[], values: ReferenceValues): FolderItem[] =>
  items.map((item) => {
    const name = resolved(item.name, {
      marks: new Map(),
      missing: () => undefined,
      valueOf: (source, wanted) => valueOf(values, source, wanted) ?? `\${${source}:${wanted}}`,
    });
    return name === item.name ? item : { ...item, name };
  });

/** The values of `tdesk.json` for a tenant: its own before those for all. */
export function valuesFor(
  settings: FolderSettings,
  tenant: { readonly name: string; readonly baseUrl: string },
): Readonly<Record<string, string>> {
  const own = settings.tenants[tenant.name] ?? settings.tenants[tenant.baseUrl];
  return { ...settings.values, ...own?.values };
}

/**
 * Items with values in the place of references: of the environment, else of `tdesk.json`, else what the tenant has. Throws
 * `invalid-input` naming all that have none.
 */
export function resolveItems(
  items: readonly FolderItem[],
  live: readonly LiveItem[],
  values: ReferenceValues,
): FolderItem[] {
  const missing = new Map<string, string>();
  const marksOf = new Map(live.map(({ item, marks }) => [pathKey(item), marks]));
  const result = items.map((item) => {
    const resolving = {
      marks: marksOf.get(pathKey(item)) ?? new Map<string, string>(),
      missing: (reference: string) => void missing.set(reference, item.path),
      valueOf: (source: 'env' | 'keychain', name: string) => valueOf(values, source, name),
    };
    const document = mapTexts(item.document, (text) => resolved(text, resolving));
    const { name } = mapTexts({ name: item.name }, (text) => resolved(text, resolving));
    return { ...item, name, document, text: item.text === null ? null : resolved(item.text, resolving) };
  });
  rejectMissing(missing);
  return result;
}

/** Items whose references are all of the tenant: what it had. */
export const restoredItems = (items: readonly FolderItem[], live: readonly LiveItem[]): FolderItem[] =>
  resolveItems(items, live, { env: {}, values: {}, keychain: new Map() });

export function valueOf(
  { env, values, keychain }: ReferenceValues,
  source: 'env' | 'keychain',
  name: string,
): string | undefined {
  if (source === 'keychain') return keychain.get(name);
  const own = env[name];
  if (own !== undefined && own !== '') return own;
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
