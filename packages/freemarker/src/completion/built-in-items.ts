import type { ValueKind } from '../analysis/value-kinds.ts';
import type { BuiltIn, TargetKind } from '../built-ins/definition.ts';
import { signatureOf } from '../built-ins/parameters.ts';
import { BUILT_INS } from '../built-ins/registry.ts';
import { DEFAULT_PARSE_SETTINGS, versionNumber } from '../source/parse-settings.ts';
import { item, type CompletionItem } from './completion-item.ts';

const fittingKinds: Readonly<Record<ValueKind, readonly TargetKind[]>> = {
  string: ['string'],
  number: ['number'],
  timestamp: ['number'],
  boolean: ['boolean'],
  date: ['date'],
  sequence: ['sequence'],
  hash: ['hash'],
  callable: ['callable'],
  markup: ['markup'],
  unknown: ['string', 'number', 'boolean', 'date', 'sequence', 'hash', 'callable', 'markup'],
};

/** The built-ins for a value of the kind; those that fit and that payload templates use a lot come first. */
export function builtInItems(kind: ValueKind, isLoopVariable: boolean): readonly CompletionItem[] {
  return BUILT_INS.filter((builtIn) => isOffered(builtIn, isLoopVariable))
    .map((builtIn) => builtInItem(builtIn, kind, isLoopVariable))
    .sort((a, b) => a.rank - b.rank || a.label.localeCompare(b.label, 'en'));
}

function isOffered({ kinds, needs, sinceVersion }: BuiltIn, isLoopVariable: boolean): boolean {
  if (needs !== undefined || sinceVersion > DEFAULT_PARSE_SETTINGS.version) return false;
  return isLoopVariable || !kinds.includes('loop-variable');
}

function builtInItem(builtIn: BuiltIn, kind: ValueKind, isLoopVariable: boolean): CompletionItem {
  const { name, kinds, parameters, gives, deprecated } = builtIn;
  const takes = kinds.map((taken) => taken.replace('-', ' ')).join(' or ');
  const result = gives === 'unknown' ? 'any' : gives;
  const insert = needsArguments(builtIn) ? `${name}()` : name;
  return item(name, 'built-in', `${takes}${signatureOf(parameters)} → ${result}`, documentation(builtIn), {
    example: exampleOf(builtIn),
    insert,
    cursor: insert.endsWith(')') ? insert.length - 1 : insert.length,
    rank: rankOf(builtIn, kind, isLoopVariable),
    isDeprecated: deprecated !== undefined,
  });
}

function needsArguments({ implementation, parameters }: BuiltIn): boolean {
  return implementation.type === 'form' ? parameters.length > 0 : implementation.takesArguments === 'always';
}

function rankOf(builtIn: BuiltIn, kind: ValueKind, isLoopVariable: boolean): number {
  const { kinds, takesSince, deprecated, isCommon } = builtIn;
  const fitting = fittingKinds[kind];
  const fits = kinds.some(
    (taken) =>
      (fitting.includes(taken) && !(kind === taken && isTooNew(takesSince?.[taken]))) ||
      (taken === 'loop-variable' && isLoopVariable),
  );
  const isGeneral = kinds.includes('any') || kinds.includes('expert');
  const rank = fits ? 1 : isGeneral ? 3 : 5;
  if (deprecated !== undefined) return rank + 6;
  return isCommon === true ? rank - 1 : rank;
}

function isTooNew(since: string | undefined): boolean {
  return since !== undefined && versionNumber(since) > DEFAULT_PARSE_SETTINGS.version;
}

function documentation({ doc, deprecated }: BuiltIn): string {
  return deprecated === undefined ? doc : `${doc} Deprecated: use ${deprecated.use}.`;
}

function exampleOf({ example }: BuiltIn): string {
  return 'output' in example ? `${example.template} prints ${example.output}` : '';
}
