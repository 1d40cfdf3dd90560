/** Letters and digits of any script, blanks and hyphens: what every file system takes. */
export function fileNameOf(title: string, otherwise: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return name === '' ? otherwise : name.slice(0, 100);
}
