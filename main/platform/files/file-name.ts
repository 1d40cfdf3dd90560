import { Buffer } from 'node:buffer';

/** Names that Windows keeps for devices, with whatever extension. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])$/i;
/** What Windows gives a meaning to: `a:b` is a stream within `a`. */
const special = /[<>:"/\\|?*]/;
/** They turn the direction of what follows: `gpj.exe` reads `exe.jpg`. */
const direction = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Whatever is not drawn. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Most file systems take 255 bytes for a name. */
const maxBytes = 255;

/** True for what Windows takes for a device: up to the first dot, without the spaces before that. */
export function isDeviceName(name: string): boolean {
  const [stem = ''] = name.split('.', 1);
  return devices.test(stem.trim());
}

/** True for a name under which every file system has a file of its own, and that reads in the order in which it is written. */
export function isPortableFileName(name: string): boolean {
  return (
    !special.test(name) &&
    !direction.test(name) &&
    !/^$|[. ]$/.test(name) &&
    !isDeviceName(name) &&
    Buffer.byteLength(name) <= maxBytes
  );
}

/**
 * A name for a file that every file system takes, as near to this one as can be, with its extension. `otherwise` is for
 * what nothing is left of.
 */
export function portableFileName(name: string, otherwise = 'file'): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(new RegExp(special, 'g'), ' ')
    .replaceAll(/[\t-\r\p{Z}]/gu, ' ')
    .replaceAll(new RegExp(unseen, 'gu'), '')
    .replace(/^ +|[. ]+$/g, '');
  const [, stem = '', extension = ''] = /^(.*?)((?:\.[\p{L}\p{N}_-]{1,16}){0,2})$/u.exec(plain) ?? [];
  const named = isDeviceName(stem)
    ? stem.replace(/^[^.]*/, (device) => `${device.trim()} ${otherwise}`)
    : stem.replace(/^[. ]*$/, otherwise);
  return beginning(named, maxBytes - Buffer.byteLength(extension)) + extension;
}

/** As much of a text as fits into so many bytes of UTF-8, in whole characters. */
export function beginning(text: string, bytes: number): string {
  let size = 0;
  let kept = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
