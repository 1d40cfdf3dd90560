/** Small letters without marks: `Zürich` is found by `zurich`, and the other way round. */
export function plainLetters(text: string): string {
  // Most texts of a list of ten thousand have no marks, and taking marks away is most of the work.
  if (isAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

// eslint-disable-next-line no-control-regex -- all of ASCII, control characters among it
const isAscii = /^[\x00-\x7f]*$/;
