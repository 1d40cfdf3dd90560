import type { AnyNode } from 'acorn';
import { full } from 'acorn-walk';
import { parseScript } from './parse-script.ts';
import type { ScriptFailure } from './script-failure.ts';

/** A range of a script with its replacement. */
export interface ScriptEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The engine's message for reading a member of a missing value. */
const readOfMissing = /cannot read property '([^']+)' of (?:null|undefined)/i;

/**
 * The edit that makes a script survive reading a member of null: an empty string replaces the missing value,
 * with syntax that every version of JavaScript has. Undefined for other failures, and if the line reads such
 * a member more than once, because then it's ambiguous which one was null.
 */
export function guardAgainstNull(script: string, failure: ScriptFailure): ScriptEdit | undefined {
  const member = readOfMissing.exec(failure.message)?.[1];
  const parsed = parseScript(script);
  if (member === undefined || failure.line === null || !parsed.ok) return undefined;
  const [start, end] = lineAt(script, failure.line);
  const objects: AnyNode[] = [];
  full(parsed.program, (node) => {
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return;
    const { property, object } = node;
    if (property.name === member && start <= property.start && property.end <= end) objects.push(object);
  });
  const [object] = objects;
  if (object === undefined || objects.length > 1) return undefined;
  const text = script.slice(object.start, object.end);
  return { from: object.start, to: object.end, insert: `(${text} || '')` };
}

function lineAt(script: string, line: number): readonly [number, number] {
  const lines = script.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
