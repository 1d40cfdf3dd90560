import type { ScriptTestRun, TestRunResult } from '../../../languages/assertion/try-scripts.ts';
import type { FormattedScript } from './format-script.ts';
import type { CodeDiagnostic, CompletionResult } from '../../ui/index.ts';

/** Requests from the window to the script worker, which responds to each once, in order. */
export type ScriptRequest =
  /** Lints the new script, and runs both scripts for the users. */
  | { readonly kind: 'try'; readonly input: ScriptTestRun }
  | {
      readonly kind: 'complete';
      readonly script: string;
      readonly offset: number;
      readonly attributes: readonly string[];
      readonly fields: readonly string[];
    }
  | { readonly kind: 'define'; readonly script: string; readonly offset: number }
  | { readonly kind: 'format'; readonly script: string; readonly cursor: number };

export interface TryResult {
  readonly kind: 'try';
  /** The linted script: newer text has other offsets. */
  readonly script: string;
  /** Problems of the linter and the runs, the worst first, then by position. */
  readonly problems: readonly ScriptProblem[];
  readonly result: TestRunResult;
}

/** A problem with the user for whom the script fails; the message names the user, unless the linter found it too. */
export interface ScriptProblem extends CodeDiagnostic {
  readonly user: string | undefined;
}

export type ScriptResult =
  | TryResult
  | { readonly kind: 'complete'; readonly result: CompletionResult | undefined }
  | { readonly kind: 'define'; readonly offset: number | undefined }
  | { readonly kind: 'format'; readonly formatted: FormattedScript };

export type ResultOf<Request extends ScriptRequest> = Extract<ScriptResult, { kind: Request['kind'] }>;
