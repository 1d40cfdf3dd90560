/** What is found where an administrator puts the policy of a computer. */
export type FoundPolicy =
  | { readonly state: 'absent' }
  | { readonly state: 'found'; readonly value: unknown; readonly source: string }
  /** `problem` is a full sentence that says what to do. */
  | { readonly state: 'unreadable'; readonly source: string; readonly problem: string };

export const absentPolicy: FoundPolicy = { state: 'absent' };

/** Runs a program of the operating system, and returns what it prints. Throws if it fails. */
export type RunProgram = (file: string, args: readonly string[]) => string;
