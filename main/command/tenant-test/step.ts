import type { DeskError } from '../../../contract/errors/errors.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';

export interface StepResult {
  readonly step: string;
  readonly status: 'ok' | 'failed' | 'skipped';
  /** What was found. */
  readonly detail: string;
  readonly durationMs?: number;
  readonly error?: Pick<DeskError, 'code' | 'message' | 'detail'>;
}

/** Runs a step: `work` answers what it found, and throws where the step fails. */
export async function runStep(step: string, work: () => Promise<string>): Promise<StepResult> {
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    const detail = await work();
    return { step, status: 'ok', detail, durationMs: took() };
  } catch (thrown) {
    return failedStep(step, toDeskError(thrown), took());
  }
}

export function failedStep(
  step: string,
  { code, message, detail }: DeskError,
  durationMs?: number,
): StepResult {
  return {
    ...{ step, status: 'failed', detail: '' },
    ...(durationMs === undefined ? {} : { durationMs }),
    error: { code, message, ...(detail === undefined ? {} : { detail }) },
  };
}
