import { failure } from '../../platform/errors/failure.ts';
import { loadKeychain } from '../../platform/secrets/keychain.ts';
import type { FolderItem } from './item.ts';

/** The service under which people store values for `${keychain:NAME}`. */
const service = 'tdesk';

/** The values of all references to the keychain. Does not open it where there is none. */
export async function readKeychain(items: readonly FolderItem[]): Promise<ReadonlyMap<string, string>> {
  const names = new Set(
    items.flatMap(({ document, text }) =>
      [...`${JSON.stringify(document)}${text ?? ''}`.matchAll(/(?<!\$)\$\{keychain:([^{}\s]+)\}/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
  const values = new Map<string, string>();
  if (names.size === 0) return values;
  try {
    const keychain = await loadKeychain();
    for (const name of names) {
      const value = await keychain.getPassword(service, name);
      if (value !== null) values.set(name, value);
    }
  } catch (cause) {
    throw failure(
      'keychain-unavailable',
      `The keychain can’t be read for ${[...names].join(', ')}. Nothing was sent. Unlock it, or use \${env:NAME} instead.`,
      { cause },
    );
  }
  return values;
}
