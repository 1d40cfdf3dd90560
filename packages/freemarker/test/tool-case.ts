import { readFileSync } from 'node:fs';

/** An input on which a tool for templates failed: rewritten from problems found in public templates. */
export interface ToolCase {
  readonly id: string;
  readonly template: string;
  readonly expected: string;
  readonly model?: Readonly<Record<string, unknown>>;
  readonly contentType?: string;
  /** Of a rename: where, and the new name. */
  readonly offset?: number;
  readonly to?: string;
}

/** The cases of one kind of fault, from `cases/<kind>.jsonl`. */
export function toolCases(kind: string): readonly ToolCase[] {
  const text = readFileSync(new URL(`cases/${kind}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ToolCase);
}
