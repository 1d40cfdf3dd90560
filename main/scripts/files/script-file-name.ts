import { Buffer } from 'node:buffer';

/** Names that Windows keeps for devices, with whatever extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
/** File systems take 255 for a name; beside this there are the extension, a number, and what stands around a file in the making. */
const mostBytes = 160;

/**
 * A name for the file of an application's script that every file system takes: letters and digits of any script, blanks,
 * hyphens and underscores, without an extension. Two applications may have the same one.
 */
export function scriptFileStem(application: string): string {
  const plain = application
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = beginning(plain, mostBytes).trim();
  if (short === '') return 'script';
  return devices.test(short) ? `${short} script` : short;
}

/** As much of a text as fits into so many bytes of UTF-8, in whole characters. */
function beginning(text: string, bytes: number): string {
  let size = 0;
  let kept = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}

/** How names are told apart where a file system does not mind case or the form of accents. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

/** `Payroll.js`, or `Payroll 2.js` where that is taken; `taken` holds folded names. */
export function freeFileName(application: string, taken: ReadonlySet<string>): string {
  const stem = scriptFileStem(application);
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${stem}.js` : `${stem} ${number}.js`;
    if (!taken.has(foldedName(name))) return name;
  }
}
