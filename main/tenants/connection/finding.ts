import type { StepFinding } from '../../../contract/tenants/connection-check.ts';

export type Finding = Omit<StepFinding, 'durationMs'>;

/** What is wrong, and what to do about it. */
interface Problem {
  readonly finding: string;
  readonly cause: string;
  readonly fixes: readonly string[];
  readonly code?: string | undefined;
  readonly response?: string | undefined;
}

export const ok = (finding: string): Finding => ({ status: 'ok', finding });
export const skipped = (finding: string): Finding => ({ status: 'skipped', finding });
export const failed = (problem: Problem): Finding => problemFinding('failed', problem);
export const warning = (problem: Problem): Finding => problemFinding('warning', problem);

function problemFinding(
  status: 'failed' | 'warning',
  { finding, cause, fixes, code, response }: Problem,
): Finding {
  return {
    ...{ status, finding, cause, fixes: [...fixes] },
    ...(code === undefined ? {} : { code }),
    ...(response === undefined || response === '' ? {} : { response }),
  };
}
