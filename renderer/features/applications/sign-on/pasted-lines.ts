/** The pasted lines, without surrounding whitespace, quotes and the commas of a list in code. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(/^["'[]+|["'\],;]+$/g, ''))
    .filter((line) => line !== '');
}
