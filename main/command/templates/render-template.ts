import type { Value } from '@tenant-desk/freemarker';
import { exactNumber, render, TemplateError, utilsVariable } from '@tenant-desk/freemarker';
import { findJsonProblem } from '@tenant-desk/freemarker/diagnostics';
import { placeAt } from '../../../languages/assertion/script-tokens.ts';
import type { Columns } from '../../../languages/payload/payload-variables.ts';
import {
  isJsonType,
  payloadVariables,
  templateValues,
} from '../../../languages/payload/payload-variables.ts';
import type { TemplateFile } from './template-file.ts';

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

/** Event columns as values of the template engine. */
export const columnValues = (columns: Columns): Columns<Value> => templateValues(columns, exactNumber);

export const templateModel = (columns: Columns<Value>) => ({
  ...payloadVariables(columns),
  utils: utilsVariable(),
});

/** Renders a template for one event, and checks that JSON is valid. Never throws for a bad template. */
export function renderTemplate(
  { source, contentType }: Pick<TemplateFile, 'source' | 'contentType'>,
  columns: Columns,
): Rendered {
  try {
    const output = render(source, templateModel(columnValues(columns)), { limits });
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
