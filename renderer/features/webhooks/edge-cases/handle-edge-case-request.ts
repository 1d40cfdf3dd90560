import type { EdgeCaseSubject, FixOptions } from '@tenant-desk/freemarker/edge-cases';
import { findSuggestedFixes, applyAllFixes, tryEdgeCases } from '@tenant-desk/freemarker/edge-cases';
import { utilsVariable } from '@tenant-desk/freemarker';
import { columnValues, modelsOf } from '../template/handle-template-request.ts';
import { isJsonType, payloadVariables } from '../../../../languages/payload/payload-variables.ts';
import type { SuggestedFixesResult, EdgeCaseResult, EdgeCaseRequest } from '../template/template-protocol.ts';

/** The window ends a worker after one and a half seconds: partial results are worth more than none. */
const budgets = { 'edge-cases': 600, fix: 150 } as const;

/** Tests a template with edge cases in all columns, and the fixes that may help. Never throws for a bad template. */
export function handleEdgeCaseRequest(request: EdgeCaseRequest, now: () => number): EdgeCaseResult {
  const startedAt = now();
  const subject = subjectOf(request);
  const run = tryEdgeCases(subject);
  const durationMs = now() - startedAt;
  const fixes = 'tried' in run ? findSuggestedFixes(subject, run, optionsOf(request, now)) : [];
  return { kind: 'edge-cases', source: request.source, run, fixes, durationMs };
}

export function handleFixRequest(request: EdgeCaseRequest, now: () => number): SuggestedFixesResult {
  return { kind: 'fix', source: applyAllFixes(subjectOf(request), optionsOf(request, now)) };
}

function subjectOf({ source, sample, contentType }: EdgeCaseRequest): EdgeCaseSubject {
  return {
    source,
    columns: columnValues(sample.columns),
    isJson: isJsonType(contentType),
    modelOf: (columns) => ({ ...payloadVariables(columns), utils: utilsVariable() }),
  };
}

function optionsOf({ kind, variables, contentType }: EdgeCaseRequest, now: () => number): FixOptions {
  return { variables: modelsOf(variables), contentType, budget: budgets[kind], now };
}
