import { Buffer } from 'node:buffer';

/** Names that Windows reserves for devices, with any extension. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])$/i;
/** Characters with a special meaning on Windows: `a:b` is a stream within `a`. */
const special = /[<>:"/\\|?*]/;
/** Characters that change the text direction: `gpj.exe` is displayed as `exe.jpg`. */
const direction = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Limit of most file systems. */
const maxBytes = 255;

/** True for a Windows device name: the part before the first dot, trimmed. */
export function isDeviceName(name: string): boolean {
  const [stem = ''] = name.split('.', 1);
  return devices.test(stem.trim());
}

/** True for a name that is valid on every file system and displayed in written order. */
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
 * The closest valid file name on every file system, with its extension. `otherwise` replaces a name with no valid characters.
 */
export function portableFileName(name: string, otherwise = 'file'): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(new RegExp(special, 'g'), ' ')
    .replaceAll(/[\t-\r\p{Z}]/gu, ' ')
    .replaceAll(new RegExp(invisible, 'gu'), '')
    .replace(/^ +|[. ]+$/g, '');
  const [, stem = '', extension = ''] = /^(.*?)((?:\.[\p{L}\p{N}_-]{1,16}){0,2})$/u.exec(plain) ?? [];
  const named = isDeviceName(stem)
    ? stem.replace(/^[^.]*/, (device) => `${device.trim()} ${otherwise}`)
    : stem.replace(/^[. ]*$/, otherwise);
  return beginning(named, maxBytes - Buffer.byteLength(extension)) + extension;
}

/** The beginning of a text that fits into this many bytes of UTF-8, in whole characters. */
export function beginning(text: string, bytes: number): string {
  let size = 0;
  let result = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    result += character;
  }
  return result;
}
