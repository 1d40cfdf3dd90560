import { beginning, isDeviceName } from './file-name.ts';

/** The limit of file systems is 255; this leaves space for the extension, a number, and the suffix of a temporary file. */
const maxBytes = 160;

/**
 * A portable file name for an item: letters and digits of any script, spaces, hyphens and underscores, without an extension. Not
 * unique; `otherwise` replaces a name without letters and digits.
 */
export function fileStem(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = beginning(plain, maxBytes).trim();
  if (short === '') return otherwise;
  return isDeviceName(short) ? `${short} ${otherwise}` : short;
}

/** Key for comparing names on file systems that ignore case and Unicode normalization. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

/** File naming of a kind of item. */
export interface FileNaming {
  /** For items without a usable name. */
  readonly otherwise: string;
  /** Without the dot. */
  readonly extension: string;
}

/** `Payroll.js`, or `Payroll 2.js` if that is taken; `taken` contains folded names. */
export function freeFileName(
  itemName: string,
  { otherwise, extension }: FileNaming,
  taken: ReadonlySet<string>,
): string {
  const stem = fileStem(itemName, otherwise);
  for (let number = 1; ; number++) {
    const name = number > 1 ? `${stem} ${number}.${extension}` : `${stem}.${extension}`;
    if (!taken.has(foldedName(name))) return name;
  }
}
