import type { z } from 'zod';
import type { DeskFailure } from '../../../contract/desk-failure.ts';
import { failure } from '../../platform/failure.ts';
import type { HttpAnswer } from '../../platform/http/transport.ts';

export interface ReadCall {
  readonly purpose: string;
  readonly tenantName: string;
}

/** Throws `unexpected-response` when the body is not JSON, as when a proxy or a sign-in page answers. */
export function readJson(answer: HttpAnswer, call: ReadCall): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body));
  } catch (error) {
    const type = answer.headers['content-type'] ?? 'no content type';
    throw failure(
      'unexpected-response',
      `Could not ${call.purpose}: ${call.tenantName} did not answer in JSON. Check its address, and whether a proxy stands in between.`,
      { detail: `HTTP ${answer.status}, ${type.slice(0, 100)}`, cause: error },
    );
  }
}

/** The failure of an answer that does not have the expected shape; names the first place that differs. */
export function schemaMismatch(error: z.ZodError, root: string, call: ReadCall): DeskFailure {
  const issue = error.issues[0];
  const path = [root, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  return failure(
    'schema-mismatch',
    `Could not ${call.purpose}: the answer of ${call.tenantName} is not of the expected shape${path === '' ? '' : ` at ${path}`}. Report this with its details.`,
    { detail: `${path === '' ? 'answer' : path}: ${issue?.message ?? 'unknown'}` },
  );
}
