import type { VariableModel } from '../variables/variable-model.ts';
import { complete } from './complete.ts';
import type { CompletionItem } from './completion-item.ts';
import { DIRECTIVE_DOCS } from './directive-docs.ts';
import { nameAround } from './name-around.ts';

/** What a name at a place of a template means. Offsets are UTF-16 units from 0. */
export interface Explanation {
  readonly from: number;
  readonly to: number;
  /** As it is written, with what it takes and gives: `?upper_case (string → string)`. */
  readonly title: string;
  readonly text: string;
  /** A template and what it prints; empty where there is none. */
  readonly example: string;
}

/**
 * What the name around `offset` means: a built-in, a directive, a macro, a variable, or a column, from the same catalog as
 * completion. Undefined if there is no known name. The template may be broken anywhere; nothing is thrown.
 */
export function explain(
  source: string,
  offset: number,
  variables: readonly VariableModel[] = [],
): Explanation | undefined {
  const around = nameAround(source, offset);
  if (around === undefined) return undefined;
  const { name, from, to } = around;
  const { items } = complete(source, to, variables);
  // Every built-in can be written in camelCase, too.
  const found =
    items.find(({ label }) => label === name) ?? items.find(({ label }) => label === snakeCase(name));
  if (found === undefined) return undefined;
  return { from, to, title: titleOf(found), text: found.doc, example: found.example };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function titleOf({ kind, label, detail }: CompletionItem): string {
  const suffix = detail === '' ? '' : ` (${detail})`;
  switch (kind) {
    case 'built-in':
      return `?${label}${suffix}`;
    case 'directive':
      return `<#${DIRECTIVE_DOCS.find(({ name }) => name === label)?.snippet.replace('|', '…') ?? label}`;
    case 'macro':
      return `<@${label}>`;
    case 'special-variable':
      return `.${label}`;
    default:
      return `${label}${suffix}`;
  }
}
