import type { AnyNode } from 'acorn';
import { full } from 'acorn-walk';
import { parseScript } from './parse-script.ts';
import type { ScriptFailure } from './script-failure.ts';

/** A stretch of a script with what would stand in its place. */
export interface ScriptEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** As the engine says that a value was not there. */
const readOfNothing = /cannot read property '([^']+)' of (?:null|undefined)/i;

/**
 * The edit that lets a script go on where it read a member of null: an empty text takes the place of the missing value,
 * in brackets that every version of JavaScript knows. Undefined for other failures, and where the line reads such a
 * member more than once, so that it is not certain which.
 */
export function guardAgainstNull(script: string, failure: ScriptFailure): ScriptEdit | undefined {
  const member = readOfNothing.exec(failure.message)?.[1];
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
