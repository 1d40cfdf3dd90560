import { render, TemplateError } from '@tenant-desk/freemarker';
import { findJsonProblem } from '@tenant-desk/freemarker/diagnostics';
import type { TemplateFile } from './template-file.ts';
import type { EventColumns } from './template-model.ts';
import { templateModel, templateValues } from './template-model.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Rendered =
  | { readonly ok: true; readonly output: string }
  /** `place`: in the template if it stopped, in the output if that isn't JSON. */
  | {
      readonly ok: false;
      readonly message: string;
      readonly place: Place;
      readonly output: string | undefined;
    };

const limits = { milliseconds: 1000 };

export const isJsonType = (contentType: string): boolean => /\bjson\b/i.test(contentType);

/** Renders a template for one event, and checks that JSON is valid. Never throws for a bad template. */
export function renderTemplate(
  { source, contentType }: Pick<TemplateFile, 'source' | 'contentType'>,
  columns: EventColumns,
): Rendered {
  try {
    const output = render(source, templateModel(templateValues(columns)), { limits });
    const problem = isJsonType(contentType) && output.trim() !== '' ? findJsonProblem(output) : undefined;
    if (problem === undefined) return { ok: true, output };
    const place = placeAt(output, problem.offset);
    const message = `The output isn’t valid JSON at ${place.line}:${place.column}: ${problem.message}`;
    return { ok: false, message, place, output };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { message, line, column } = error;
    return { ok: false, message, place: { line, column }, output: undefined };
  }
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
