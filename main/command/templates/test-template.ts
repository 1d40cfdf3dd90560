import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { diagnose } from '@tenant-desk/freemarker/diagnostics';
import { findSuggestedFixes, tryEdgeCases } from '@tenant-desk/freemarker/edge-cases';
import type { EdgeCaseSubject, TriedEdgeCase } from '@tenant-desk/freemarker/edge-cases';
import { placeAt } from '../../../languages/assertion/script-tokens.ts';
import { isJsonType } from '../../../languages/payload/payload-variables.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TestedCase, TestedFile } from '../reports/test-results.ts';
import type { NamedEvent } from './sample-events.ts';
import type { TemplateFile } from './template-file.ts';
import { columnValues, renderTemplate, templateModel } from './render-template.ts';

/** Milliseconds for finding fixes of one template. */
const fixBudget = 300;

/** Problems that are certain, as the editor of the window shows them. Without warnings, only errors fail. */
export function lintTemplate(template: TemplateFile, areWarningsErrors: boolean): TestedCase[] {
  const { source, contentType, events } = template;
  const [event] = events;
  const startedAt = performance.now();
  const found = diagnose(source, {
    model: templateModel(columnValues(event?.columns ?? {})),
    variables: [],
    contentType,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const problems = found
    .filter(({ severity }) => severity === 'error' || (areWarningsErrors && severity === 'warning'))
    .map(({ code, message, start, fixes }): TestedCase => {
      const fix = fixes[0]?.title;
      const place = placeAt(source, start);
      const common = { name: `lint: ${code}`, seconds: 0, status: 'failed', message, ...place } as const;
      return fix === undefined ? common : { ...common, fix };
    });
  return problems.length > 0 ? problems : [{ name: 'lint', seconds, status: 'passed', message: '' }];
}

/** Lint, every sample event, the receiver's schema, and edge cases in every column that the template reads. */
export function testTemplate(template: TemplateFile, areWarningsErrors: boolean): TestedFile {
  const validate = validatorOf(template);
  return {
    file: template.file,
    cases: [
      ...lintTemplate(template, areWarningsErrors),
      ...template.events.map((event) => renderCase(template, event, validate)),
      ...edgeCases(template),
    ],
  };
}

function validatorOf({ file, schema }: TemplateFile): ValidateFunction | undefined {
  if (schema === undefined) return undefined;
  try {
    return new Ajv({ strict: false, allErrors: true }).compile(schema as object);
  } catch (cause) {
    const path = file.replace(/\.ftl$/i, '.schema.json');
    throw failure('file-wrong-shape', `${path} is not a JSON schema that can be used. Correct it.`, {
      cause,
    });
  }
}

function renderCase(
  template: TemplateFile,
  { name, columns }: NamedEvent,
  validate: ValidateFunction | undefined,
): TestedCase {
  const startedAt = performance.now();
  const rendered = renderTemplate(template, columns);
  const common = { name: `sample: ${name}`, seconds: (performance.now() - startedAt) / 1000 };
  if (!rendered.ok) {
    const place = rendered.output === undefined ? rendered.place : {};
    return { ...common, status: 'failed', message: rendered.message, ...place };
  }
  if (validate === undefined) return { ...common, status: 'passed', message: '' };
  if (validate(asJson(rendered.output)) === true) return { ...common, status: 'passed', message: '' };
  const [first] = validate.errors ?? [];
  const where = first?.instancePath === '' ? 'The payload' : (first?.instancePath ?? '');
  return { ...common, status: 'failed', message: `${where} ${first?.message ?? ''} (receiver schema)` };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function edgeCases(template: TemplateFile): TestedCase[] {
  const { source, contentType, events } = template;
  const subject: EdgeCaseSubject = {
    source,
    columns: columnValues(events[0]?.columns ?? {}),
    isJson: isJsonType(contentType),
    modelOf: templateModel,
  };
  const startedAt = performance.now();
  const run = tryEdgeCases(subject);
  // Its samples report why.
  if (!('tried' in run)) return [];
  const seconds = (performance.now() - startedAt) / 1000 / Math.max(1, run.tried.length);
  const fixes = findSuggestedFixes(subject, run, {
    ...{ variables: [], contentType, budget: fixBudget },
    now: () => performance.now(),
  });
  return run.tried.map((tried) => {
    const fix = fixes.find(({ edgeCaseIds }) => edgeCaseIds.includes(tried.edgeCase.id))?.title;
    return edgeCase(source, tried, seconds, fix);
  });
}

/** Fixes are suggested separately. */
const withoutTip = (message: string): string => message.replace(/\s*Tip: .*$/s, '');

function edgeCase(
  source: string,
  { edgeCase: tried, cells, worst }: TriedEdgeCase,
  seconds: number,
  fix: string | undefined,
): TestedCase {
  const name = `edge case: ${tried.name}`;
  if (worst === 'untried') return { name, seconds, status: 'skipped', message: '' };
  const cell = cells.find(({ verdict }) => verdict === worst);
  if (worst === 'fine' || worst === 'differs') return { name, seconds, status: 'passed', message: '' };
  const { breakage } = cell ?? {};
  const message = `${cell?.column ?? ''}: ${withoutTip(breakage?.message ?? '')}`;
  const place = breakage?.origin === undefined ? {} : placeAt(source, breakage.origin.start);
  const failed = { name, seconds, status: 'failed', message, ...place } as const;
  return fix === undefined ? failed : { ...failed, fix };
}
