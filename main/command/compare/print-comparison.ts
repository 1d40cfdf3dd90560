import type { Context } from '../context.ts';
import { changeLines } from '../folder/change-lines.ts';
import { printable } from '../output/printable.ts';
import type { ItemDifference } from './difference.ts';

const symbols = { first: '-', second: '+', different: '~', unclear: '?' } as const;
const colors = { first: 'red', second: 'green', different: 'yellow', unclear: 'blue' } as const;

/** One line per item, then what changed in it. */
export function comparisonLines({ output }: Context, items: readonly ItemDifference[]): string[] {
  const width = Math.max(0, ...items.map(({ kind }) => kind.length));
  return items.flatMap(({ kind, name, difference, summary, parts, changedBy, changedAt }) => {
    const who = [changedBy, changedAt].filter((each) => each !== undefined && each !== '').join('  ');
    const line = [kind.padEnd(width), printable(name), printable(summary), printable(who)]
      .filter((each) => each !== '')
      .join('  ');
    return [
      `  ${output.style(colors[difference], symbols[difference])} ${line}`,
      ...changeLines(parts, output.style).map((each) => `      ${each}`),
    ];
  });
}
