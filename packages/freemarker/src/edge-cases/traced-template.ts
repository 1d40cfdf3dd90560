import { elementsIn } from '../analysis/expression-children.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { compile } from '../engine.ts';
import type { Limits } from '../engine.ts';

/** Where in the template a part of the output comes from; offsets with an exclusive end. */
export interface Origin {
  readonly start: number;
  readonly end: number;
}

const opening = '\uE000';
const closing = '\uE001';
const firstNumber = 0xe010;
const maxNumbers = 0xf8ff - firstNumber;
const marks = /[\uE000-\uF8FF]/g;

/**
 * Reports which interpolation printed which output: the template is rendered once more with marks around each. Undefined if the marks
 * change the output (captured text that is measured, cut, or compared), so that nothing wrong is reported.
 */
export function traceOrigin(
  template: ParsedTemplate,
  source: string,
  limits: Partial<Limits>,
): (model: Readonly<Record<string, unknown>>, output: string, offset: number) => Origin | undefined {
  const places: Origin[] = [];
  for (const element of elementsIn(template.root)) {
    const { type, start, end } = element;
    if (type === 'interpolation' || type === 'numeric-interpolation') places.push({ start, end });
  }
  if (places.length > maxNumbers) return () => undefined;
  places.sort((one, other) => one.start - other.start);
  let marked = '';
  let at = 0;
  for (const [index, { start, end }] of places.entries()) {
    const number = String.fromCharCode(firstNumber + index);
    marked += `${source.slice(at, start)}${opening}${number}${source.slice(start, end)}${closing}`;
    at = end;
  }
  const render = compile(marked + source.slice(at), { limits });

  return (model, output, offset) => {
    let traced: string;
    try {
      traced = render(model);
    } catch {
      return undefined;
    }
    return traced.replaceAll(marks, '') === output ? places[placeAt(traced, offset)] : undefined;
  };
}

/** The number of the interpolation around this offset of the output without marks, else of the last one before it. */
function placeAt(traced: string, offset: number): number {
  let last = -1;
  let plain = 0;
  for (let index = 0; index < traced.length && plain <= offset; index++) {
    const unit = traced[index] ?? '';
    if (unit === opening) {
      last = traced.charCodeAt(index + 1) - firstNumber;
      index++;
    } else if (unit !== closing) plain++;
  }
  return last;
}
