import { complete, explain, findDefinition } from '@tenant-desk/freemarker/completion';
import { diagnose, findJsonProblem } from '@tenant-desk/freemarker/diagnostics';
import type { Diagnostic, QuickFix, VariableModel } from '@tenant-desk/freemarker/diagnostics';
import type { Value } from '@tenant-desk/freemarker';
import { exactNumber, render, renderTraced, TemplateError, utilsVariable } from '@tenant-desk/freemarker';
import { findRenamable, rename } from '@tenant-desk/freemarker/rename';
import type { CodeDiagnostic, CodeFix } from '../../../ui/index.ts';
import {
  isJsonType,
  payloadVariables,
  templateValues,
} from '../../../../languages/payload/payload-variables.ts';
import type {
  CompleteResult,
  DefineResult,
  DiagnoseResult,
  HoverResult,
  PreviewResult,
  DiagnoseRequest,
  PreviewRequest,
  RenamableResult,
  RenameResult,
  TraceResult,
  TemplateRequest,
  TemplateVariable,
} from './template-protocol.ts';
import { shortened } from './line-values.ts';
import type { SampleEvent } from './sample-event.ts';

/** Below the window's limit for a worker, so that a slow template gets an error with a position first. */
const previewLimitMs = 1000;

type CompleteRequest = Extract<TemplateRequest, { kind: 'complete' }>;
type DefineRequest = Extract<TemplateRequest, { kind: 'define' | 'renamable' }>;
type RenameRequest = Extract<TemplateRequest, { kind: 'rename' }>;
type HoverRequest = Extract<TemplateRequest, { kind: 'hover' }>;

/** Renders a template like the tenant with the sample event. Never throws for a bad template. */
export function handlePreview(
  { source, sample, contentType }: Pick<PreviewRequest, 'source' | 'sample' | 'contentType'>,
  now: () => number,
): PreviewResult {
  const startedAt = now();
  const rendered = tryRender(source, modelOf(sample));
  const durationMs = now() - startedAt;
  return {
    kind: 'preview',
    ...rendered,
    isValidJson:
      rendered.output === undefined || !isJsonType(contentType)
        ? undefined
        : findJsonProblem(rendered.output) === undefined,
    durationMs,
  };
}

/** Problems of a template with the sample event, and possible problems with other events. */
export function handleDiagnose({ source, sample, contentType, variables }: DiagnoseRequest): DiagnoseResult {
  const found = diagnose(source, {
    model: sampleModel(sample),
    variables: sampleModels(variables),
    contentType,
  });
  return {
    kind: 'diagnose',
    diagnostics: found.map((diagnostic) => toCodeDiagnostic(diagnostic, source)),
  };
}

/** Completions at the cursor: matching built-ins, directives, variables of the tenant and of the template. */
export function handleComplete({ source, offset, variables }: CompleteRequest): CompleteResult {
  const { from, items } = complete(source, offset, sampleModels(variables));
  if (items.length === 0) return { kind: 'complete', result: undefined };
  const options = items.map(({ label, detail, doc, example, insert, rank }) => ({
    label,
    detail,
    info: example === '' ? doc : `${doc} Example: ${example}`,
    insert,
    boost: Math.max(-99, -rank),
  }));
  return { kind: 'complete', result: { from, options } };
}

/** Description of the name at a position. */
export function handleHover({ source, offset, variables }: HoverRequest): HoverResult {
  return { kind: 'hover', result: explain(source, offset, sampleModels(variables)) };
}

/** Where the name at a position is defined in the template. */
export function handleDefine({ source, offset }: DefineRequest): DefineResult {
  return { kind: 'define', offset: findDefinition(source, offset) };
}

/** The name that can be renamed at a position. */
export function handleRenamable({ source, offset }: DefineRequest): RenamableResult {
  return { kind: 'renamable', result: findRenamable(source, offset) };
}

/** Edits to rename every occurrence of the name at an offset; or why that isn't possible. */
export function handleRename({ source, offset, to }: RenameRequest): RenameResult {
  const result = rename(source, offset, to);
  if ('rejection' in result) return { kind: 'rename', result };
  const edits = result.edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
  return { kind: 'rename', result: { edits } };
}

/** Which part of the template printed which output for the sample event, and which values it had. */
export function handleTrace({ source, sample }: Extract<TemplateRequest, { kind: 'trace' }>): TraceResult {
  try {
    const { output, ranges, values } = renderTraced(
      source,
      { ...modelOf(sample), utils: utilsVariable() },
      { limits: { milliseconds: previewLimitMs } },
    );
    const shown = shownOffsets(output);
    return {
      kind: 'trace',
      result: {
        source,
        ranges: ranges.map(({ from, to, start, end }) => ({
          from: shown(from),
          to: shown(to),
          start,
          end,
        })),
        values: values.map(({ start, end, text, varies }) => ({ start, end, text: shortened(text), varies })),
      },
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { kind: 'trace', result: undefined };
  }
}

/** Offsets as in an editor, which counts each line break as one character. */
function shownOffsets(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\r\n/g)].map(({ index }) => index);
  if (breaks.length === 0) return (offset) => offset;
  return (offset) => offset - breaks.filter((at) => at + 1 < offset).length;
}

function tryRender(
  source: string,
  model: Readonly<Record<string, unknown>>,
): Pick<PreviewResult, 'output' | 'error'> {
  try {
    const output = render(
      source,
      { ...model, utils: utilsVariable() },
      { limits: { milliseconds: previewLimitMs } },
    );
    return { output, error: undefined };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { output: undefined, error: { message: error.message, line: error.line, column: error.column } };
  }
}

/** Variables of a template when the webhook is invoked. Source: platform specification, payload template language. */
export function modelOf({ columns }: Pick<SampleEvent, 'columns'>) {
  return payloadVariables(columnValues(columns));
}

/** Values of the template engine. */
export const columnValues = (columns: SampleEvent['columns']): Readonly<Record<string, Value>> =>
  templateValues(columns, exactNumber);

export function modelsOf(variables: readonly TemplateVariable[]): readonly VariableModel[] {
  const named = variables.filter(({ path }) => path !== '' && !path.endsWith('.'));
  const nodes = Map.groupBy(named, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.'))));
  return [...nodes].map(([name, columns]) => ({
    name,
    columns: columns.map(({ path, type }) => ({ name: path.slice(path.lastIndexOf('.') + 1), type })),
  }));
}

/**
 * Messages are copies: reuses the values computed for the last one with the same contents, so that data cached for a
 * template with it can be reused as well.
 */
function memoizeLast<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  let last: { readonly given: string; readonly made: Made } | undefined;
  return (given) => {
    const text = JSON.stringify(given);
    if (last?.given !== text) last = { given: text, made: make(given) };
    return last.made;
  };
}

const sampleModel = memoizeLast(modelOf);
const sampleModels = memoizeLast(modelsOf);

function toCodeDiagnostic(
  { start, end, severity, message, fixes }: Diagnostic,
  source: string,
): CodeDiagnostic {
  const fix = fixes[0] === undefined ? undefined : toCodeFix(fixes[0], source);
  return { from: start, to: end, severity, message, ...(fix === undefined ? {} : { fix }) };
}

/** The editor takes one replacement: several edits become one that spans them. */
function toCodeFix({ title, edits }: QuickFix, source: string): CodeFix | undefined {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const first = ordered[0];
  const last = ordered.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let insert = '';
  let at = first.start;
  for (const edit of ordered) {
    insert += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return { label: title, from: first.start, to: last.end, insert };
}
