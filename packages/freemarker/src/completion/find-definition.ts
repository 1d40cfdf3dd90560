import type { OwnVariable } from '../analysis/template-scope.ts';
import { lastDocument } from '../document/last-document.ts';
import type { TemplateDocument } from '../document/template-document.ts';
import { cursorContext } from './cursor-context.ts';
import { nameAround } from './name-around.ts';

const nothingKnown = { models: [], sample: undefined };

/**
 * The offset of the definition of the variable, macro, or function whose name is around `offset`; of several
 * assignments, the last one before it. Undefined for names that the template doesn't define. Nothing is thrown.
 */
export function findDefinition(
  source: string,
  offset: number,
  document: TemplateDocument = lastDocument(),
): number | undefined {
  const around = nameAround(source, offset);
  if (around === undefined) return undefined;
  const { place } = cursorContext(source, around.to);
  if (place !== 'expression' && place !== 'macro') return undefined;
  const visible = document
    .ownVariables(source, nothingKnown)
    .filter(({ name, start, end }) => name === around.name && start <= offset && offset <= end);
  // What is made within hides what has the same name around it.
  const innermost = Math.min(...visible.map(extent));
  const candidates = visible.filter((variable) => extent(variable) === innermost);
  return (candidates.findLast(({ definedAt }) => definedAt <= offset) ?? candidates[0])?.definedAt;
}

function extent({ start, end }: OwnVariable): number {
  return end - start;
}
