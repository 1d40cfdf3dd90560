import type { Diagnostic, DiagnosticName } from '../../contract/diagnostics/diagnostics.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';

/** What is fine, or what to know. */
export type Finding = string | { readonly warning: string };

/** Answers, whatever it meets. */
export async function check(name: DiagnosticName, work: () => Promise<Finding>): Promise<Diagnostic> {
  try {
    const found = await work();
    return typeof found === 'string'
      ? { check: name, status: 'ok', detail: found }
      : { check: name, status: 'warning', detail: found.warning };
  } catch (error) {
    return failedCheck(name, error);
  }
}

export function failedCheck(name: DiagnosticName, error: unknown): Diagnostic {
  const detail =
    error instanceof DeskFailure
      ? `${error.message} (${error.code})`
      : `Something failed: ${error instanceof Error ? error.message : String(error)}`;
  return { check: name, status: 'failed', detail };
}
