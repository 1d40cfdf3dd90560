import type { FormatRejection, FormattedTemplate } from '@tenant-desk/freemarker/format';
import type { EdgeCaseRun, SuggestedFix, Untriable } from '@tenant-desk/freemarker/edge-cases';
import type {
  CodeDiagnostic,
  CodeEdit,
  CodeHover,
  CodeRejection,
  CompletionResult,
  RenamableName,
} from '../../../ui/index.ts';
import type { SourceRange } from './printed-places.ts';
import type { RunResult, RunRequest } from './run-protocol.ts';
import type { PlacedValue } from './line-values.ts';
import type { SampleEvent } from './sample-event.ts';

/** Variables that templates may use, as the tenant's models list them. */
export interface TemplateVariable {
  /** Path from the root, for example `event.user_name`. */
  readonly path: string;
  /** Column type of the model, for example `STRING`. */
  readonly type: string;
}

/** Requests from the window to the template worker. The worker answers in order, each request once. */
export type TemplateRequest =
  | RunRequest
  | {
      readonly kind: 'preview';
      readonly source: string;
      readonly sample: SampleEvent;
      readonly contentType: string;
    }
  /** Finds actual and possible problems of the template; takes many times as long as a preview. */
  | {
      readonly kind: 'diagnose';
      readonly source: string;
      readonly sample: SampleEvent;
      readonly contentType: string;
      readonly variables: readonly TemplateVariable[];
    }
  | {
      readonly kind: 'complete';
      readonly source: string;
      readonly offset: number;
      readonly variables: readonly TemplateVariable[];
    }
  | {
      readonly kind: 'hover';
      readonly source: string;
      readonly offset: number;
      readonly variables: readonly TemplateVariable[];
    }
  | { readonly kind: 'define' | 'renamable'; readonly source: string; readonly offset: number }
  | {
      readonly kind: 'format';
      readonly source: string;
      /** Offset of the cursor, which stays at the same place in the surrounding code. */
      readonly cursor: number;
      readonly sample: SampleEvent;
      readonly contentType: string;
    }
  /** Maps parts of the output to the part of the template that prints them, and finds the values of the template. */
  | { readonly kind: 'trace'; readonly source: string; readonly sample: SampleEvent }
  | { readonly kind: 'rename'; readonly source: string; readonly offset: number; readonly to: string }
  /** Tests edge cases in all columns; `fix` returns the template with all fixes applied. */
  | {
      readonly kind: 'edge-cases' | 'fix';
      readonly source: string;
      readonly sample: SampleEvent;
      readonly contentType: string;
      readonly variables: readonly TemplateVariable[];
    };

export type FormatRequest = Extract<TemplateRequest, { kind: 'format' }>;
export type TraceRequest = Extract<TemplateRequest, { kind: 'trace' }>;
export type EdgeCaseRequest = Extract<TemplateRequest, { kind: 'edge-cases' | 'fix' }>;
export type PreviewRequest = Extract<TemplateRequest, { kind: 'preview' }>;
export type DiagnoseRequest = Extract<TemplateRequest, { kind: 'diagnose' }>;

export interface PreviewResult {
  readonly kind: 'preview';
  readonly output: string | undefined;
  /** Why there is no output, with its position: lines and columns from 1. */
  readonly error: { readonly message: string; readonly line: number; readonly column: number } | undefined;
  /** Undefined if the content type isn't JSON or there is no output. */
  readonly isValidJson: boolean | undefined;
  readonly durationMs: number;
}

export interface DiagnoseResult {
  readonly kind: 'diagnose';
  readonly diagnostics: readonly CodeDiagnostic[];
}

export interface CompleteResult {
  readonly kind: 'complete';
  readonly result: CompletionResult | undefined;
}

export interface HoverResult {
  readonly kind: 'hover';
  /** Undefined if there is no known name. */
  readonly result: CodeHover | undefined;
}

export interface DefineResult {
  readonly kind: 'define';
  /** Undefined for names that the template doesn't define. */
  readonly offset: number | undefined;
}

export interface RenamableResult {
  readonly kind: 'renamable';
  readonly result: RenamableName | CodeRejection;
}

export interface RenameResult {
  readonly kind: 'rename';
  readonly result: { readonly edits: readonly CodeEdit[] } | CodeRejection;
}

export interface FormatResult {
  readonly kind: 'format';
  readonly result: FormattedTemplate | FormatRejection;
}

export interface TraceResult {
  readonly kind: 'trace';
  /** Undefined if it fails. Output offsets are those of an editor, whose line breaks are line feeds. */
  readonly result: Traced | undefined;
}

interface Traced {
  /** The traced template. */
  readonly source: string;
  readonly ranges: readonly SourceRange[];
  readonly values: readonly PlacedValue[];
}

export interface EdgeCaseResult {
  readonly kind: 'edge-cases';
  /** The tested template. */
  readonly source: string;
  readonly run: EdgeCaseRun | Untriable;
  readonly fixes: readonly SuggestedFix[];
  readonly durationMs: number;
}

export interface SuggestedFixesResult {
  readonly kind: 'fix';
  /** Undefined if nothing helps. */
  readonly source: string | undefined;
}

export type TemplateResult =
  | PreviewResult
  | DiagnoseResult
  | CompleteResult
  | HoverResult
  | DefineResult
  | RenamableResult
  | RenameResult
  | FormatResult
  | TraceResult
  | EdgeCaseResult
  | SuggestedFixesResult
  | RunResult;
export type ResultOf<Request extends TemplateRequest> = Extract<TemplateResult, { kind: Request['kind'] }>;

/** Messages to a worker: requests, and once before them the shared memory for its previews. */
export type WorkerOrder =
  { readonly id: number; readonly request: TemplateRequest } | { readonly memory: SharedArrayBuffer };

/** Sent by a worker once it has loaded its code; then its answers follow. */
export const workerReady = 'ready';
export type WorkerMessage = typeof workerReady | { readonly id: number; readonly result: TemplateResult };
