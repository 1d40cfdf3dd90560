const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The text with the decimal digits of every script as those of ASCII. Scripts have their ten in a row, zero first. */
export function latinDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && isDigit(zero - 1)) zero--;
    return String(code - zero);
  });
}
