/** Small letters without marks: `Zürich` is found by `zurich`, and the other way round. */
export function plainLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
