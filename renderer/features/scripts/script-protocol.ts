import type { Trial, TrialResult } from '../../../languages/assertion/try-scripts.ts';
import type { FormattedScript } from './format-script.ts';
import type { CodeDiagnostic, CompletionAnswer } from '../../ui/index.ts';

/** What the window asks of the worker of scripts, which answers in order, each request once. */
export type ScriptRequest =
  /** Lint of the new script, and both scripts run for the users. */
  | { readonly kind: 'try'; readonly trial: Trial }
  | {
      readonly kind: 'complete';
      readonly script: string;
      readonly offset: number;
      readonly attributes: readonly string[];
      readonly fields: readonly string[];
    }
  | { readonly kind: 'define'; readonly script: string; readonly offset: number }
  | { readonly kind: 'format'; readonly script: string; readonly cursor: number };

export interface TryAnswer {
  readonly kind: 'try';
  /** The script that was looked at: what is typed meanwhile has other offsets. */
  readonly script: string;
  /** Of the lint and of the runs, the worst first, then by their places. */
  readonly problems: readonly ScriptProblem[];
  readonly result: TrialResult;
}

/** A finding with the user for whom it stops the script; the text names them where the lint does not need to. */
export interface ScriptProblem extends CodeDiagnostic {
  readonly user: string | undefined;
}

export type ScriptAnswer =
  | TryAnswer
  | { readonly kind: 'complete'; readonly answer: CompletionAnswer | undefined }
  | { readonly kind: 'define'; readonly offset: number | undefined }
  | { readonly kind: 'format'; readonly formatted: FormattedScript };

export type AnswerTo<Request extends ScriptRequest> = Extract<ScriptAnswer, { kind: Request['kind'] }>;
