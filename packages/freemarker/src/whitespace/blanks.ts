/** Only characters up to the blank (U+0020) count as blank here, as Java's `trim` has it. */
export function isBlank(text: string): boolean {
  return lastPrinted(text) < 0;
}

/** Where the last character stands that is no blank; -1 without one. */
export function lastPrinted(text: string): number {
  let i = text.length - 1;
  while (i >= 0 && text.charCodeAt(i) <= 32) i--;
  return i;
}

export function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** Just behind the first line break at `from` or later; -1 without one. Two characters may make one line break. */
export function endOfFirstLine(text: string, from = 0): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isLineBreak(code)) return code === 13 && text.charCodeAt(i + 1) === 10 ? i + 2 : i + 1;
  }
  return -1;
}

/** Where the last line begins; 0 if there is only one. */
export function startOfLastLine(text: string): number {
  let i = text.length;
  while (i > 0 && !isLineBreak(text.charCodeAt(i - 1))) i--;
  return i;
}
