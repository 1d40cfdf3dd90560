/** A problem at a place of the text, with at most one fix. Offsets are UTF-16 units from 0. */
export interface CodeDiagnostic {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly fix?: CodeFix | undefined;
}

/** Replaces a range of the text. `label` names the button. */
export interface CodeFix extends CodeEdit {
  readonly label: string;
}

/** Input of a completion: the whole text and the cursor. */
export interface CompletionRequest {
  readonly text: string;
  readonly position: number;
  /** True if the user asked for it (Ctrl+Space), false while typing. */
  readonly explicit: boolean;
}

export interface CodeCompletion {
  readonly label: string;
  /** Secondary text at the right: a type or a signature. */
  readonly detail?: string | undefined;
  /** A sentence about it, shown beside the list. */
  readonly info?: string | undefined;
  /** The inserted text, if it isn't the label. */
  readonly insert?: string | undefined;
  readonly boost?: number | undefined;
}

/** Completions for the text between `from` and the cursor. */
export interface CompletionResult {
  readonly from: number;
  readonly options: readonly CodeCompletion[];
}

export type CompletionProvider = (
  request: CompletionRequest,
) => CompletionResult | undefined | Promise<CompletionResult | undefined>;

/** The documentation of a name under the pointer. */
export interface CodeHover {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly text: string;
  readonly example?: string | undefined;
}

export type HoverProvider = (
  text: string,
  offset: number,
) => CodeHover | undefined | Promise<CodeHover | undefined>;

/** The offset where a name is defined; undefined if unknown. */
export type DefinitionProvider = (
  text: string,
  offset: number,
) => number | undefined | Promise<number | undefined>;

/** A name that can be renamed, and the number of its occurrences. */
export interface RenamableName {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly places: number;
}

/** Why the edit isn't possible: a sentence. */
export interface CodeRejection {
  readonly rejection: string;
}

/** Renames the name at an offset. */
export interface CodeRenaming {
  find(text: string, offset: number): Promise<RenamableName | CodeRejection>;
  /** The edits are in the order of the text and don't overlap. */
  rename(
    text: string,
    offset: number,
    to: string,
  ): Promise<{ readonly edits: readonly CodeEdit[] } | CodeRejection>;
}

/** Replaces a range of the text. */
export interface CodeEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}
