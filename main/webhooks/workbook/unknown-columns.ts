import { diagnoseNames } from '@tenant-desk/freemarker/diagnostics';
import type { VariableModel } from '../../../contract/webhooks/webhooks.ts';

/** A column that a template reads and a tenant does not list. */
export interface UnknownColumn {
  /** `event.city`. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * Answers what a template reads that is not among the columns of the models; each column once, where it is read first. The
 * same template is looked at once. Without models nothing is known, and nothing is unknown.
 */
export function createColumnCheck(
  models: readonly VariableModel[],
): (template: string) => readonly UnknownColumn[] {
  const variables = models.map(({ node, columns }) => ({ name: node, columns }));
  const checked = new Map<string, readonly UnknownColumn[]>();
  return (template) => {
    if (variables.length === 0) return [];
    const known = checked.get(template) ?? check(template);
    checked.set(template, known);
    return known;
  };

  function check(template: string): readonly UnknownColumn[] {
    const first = new Map<string, UnknownColumn>();
    for (const { code, start, end } of diagnoseNames(template, { variables })) {
      if (code !== 'unknown-column') continue;
      const [, variable = ''] = /([\w$@]+)\s*\.\s*$/.exec(template.slice(0, start)) ?? [];
      const path = `${variable}.${template.slice(start, end)}`;
      if (!first.has(path)) first.set(path, { path, line: template.slice(0, start).split('\n').length });
    }
    return [...first.values()];
  }
}

export function columnsOf(models: readonly VariableModel[]): string[] {
  return models.flatMap(({ node, columns }) =>
    columns.map(({ name }) => (node === '' ? name : `${node}.${name}`)),
  );
}
