import { beginning, isDeviceName } from './file-name.ts';

/** File systems take 255 for a name; beside this there are the extension, a number, and what stands around a file in the making. */
const maxBytes = 160;

/**
 * A name for the file of a thing that every file system takes: letters and digits of any script, blanks,
 * hyphens and underscores, without an extension. Two things may have the same one; `otherwise` is for what has no letter and no digit in its name.
 */
export function fileStem(thing: string, otherwise: string): string {
  const plain = thing
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = beginning(plain, maxBytes).trim();
  if (short === '') return otherwise;
  return isDeviceName(short) ? `${short} ${otherwise}` : short;
}

/** How names are told apart where a file system does not mind case or the form of accents. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

/** How files of a kind of things are called. */
export interface FileNaming {
  /** For what has no name that could be one. */
  readonly otherwise: string;
  /** Without the dot. */
  readonly extension: string;
}

/** `Payroll.js`, or `Payroll 2.js` where that is taken; `taken` holds folded names. */
export function freeFileName(
  thing: string,
  { otherwise, extension }: FileNaming,
  taken: ReadonlySet<string>,
): string {
  const stem = fileStem(thing, otherwise);
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${stem}.${extension}` : `${stem} ${number}.${extension}`;
    if (!taken.has(foldedName(name))) return name;
  }
}
