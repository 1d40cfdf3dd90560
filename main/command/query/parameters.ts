import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { QueryParameter } from '../../../contract/queries/queries.ts';
import type { ParameterType } from '../../../contract/queries/query-parameter-types.ts';
import { parameterTypes } from '../../../contract/queries/query-parameter-types.ts';
import { failure } from '../../platform/errors/failure.ts';

/** A value as typed, `name=value` or `name:type=value`. */
export interface NamedText {
  readonly name: string;
  readonly type: ParameterType | undefined;
  readonly text: string;
}

const form = /^([^:=\s]+)(?::([a-z]+))?=(.*)$/s;

function parseNamed(typed: string): NamedText {
  const [, name = '', type, text = ''] = form.exec(typed) ?? [];
  if (name === '') throw new InvalidArgumentError('Write name=value.');
  const known = parameterTypes.find((each) => each === type);
  if (type !== undefined && known === undefined) {
    throw new InvalidArgumentError(`The type is one of ${parameterTypes.join(', ')}.`);
  }
  return { name, type: known, text };
}

const collect = (typed: string, before: readonly NamedText[]): readonly NamedText[] => [
  ...before,
  parseNamed(typed),
];

export const parameterOption = () =>
  new Option('-p, --param <name=value>', 'value of a parameter, or name:type=value; repeat for more')
    .default([] as readonly NamedText[], 'none')
    .argParser(collect);

export const argumentOption = () =>
  new Option('-a, --arg <name=value>', 'value of an argument; repeat for more')
    .default([] as readonly NamedText[], 'none')
    .argParser(collect);

/** The value of a parameter. Throws `invalid-input` with what to write instead. */
export function parameterValue(name: string, type: ParameterType, text: string): QueryParameter {
  switch (type) {
    case 'text':
      return text;
    case 'date':
      if (!Number.isNaN(Date.parse(text))) return text;
      throw rejected(name, 'a date such as 2026-01-31');
    case 'number':
      return numberOf(name, text);
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw rejected(name, 'true or false');
    case 'list':
      return partsOf(text);
    case 'numbers':
      return partsOf(text).map((each) => numberOf(name, each));
    case 'empty':
      return '';
    case 'null':
      return null;
  }
}

const partsOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function numberOf(name: string, text: string): number {
  const value = Number(text.trim());
  if (/^[+-]?\d+(\.\d+)?$/.test(text.trim()) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  throw rejected(name, 'a number such as 10 or 0.5');
}

const rejected = (name: string, what: string): Error =>
  failure('invalid-input', `The value of ${name} must be ${what}. Nothing was sent.`);
