/** Only characters up to the space (U+0020) count as blank here, as in Java's `trim`. */
export function isBlank(text: string): boolean {
  return lastPrinted(text) < 0;
}

/** The index of the last character that isn't blank; -1 if there is none. */
export function lastPrinted(text: string): number {
  let i = text.length - 1;
  while (i >= 0 && text.charCodeAt(i) <= 32) i--;
  return i;
}

export function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** Just after the first line break at `from` or later; -1 without one. Two characters may form one line break. */
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
