import { isEmptyValue } from '../../runtime/coercion.ts';
import { NOTHING } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import { rest } from '../parameters.ts';
import { anyOf } from '../targets.ts';

/** Built-ins about missing values. */
export const existence = [
  builtIn({
    name: 'exists',
    doc: 'Whether the value is there.',
    example: { template: '${nobody?exists?c}', output: 'false' },
    deprecated: { use: 'the ?? operator', rewrite: '??' },
    forgivesMissing: true,
    on: anyOf('any'),
    gives: 'boolean',
    evaluate: (value) => value != null,
  }),
  builtIn({
    name: 'has_content',
    doc: 'Whether the value is there and not empty.',
    example: { template: '<#if ""?has_content>full<#else>empty</#if>', output: 'empty' },
    forgivesMissing: true,
    isCommon: true,
    on: anyOf('any'),
    gives: 'boolean',
    evaluate: (value) => !isEmptyValue(value),
  }),
  builtIn({
    name: 'if_exists',
    doc: 'The value or an empty one.',
    example: { template: '[${nobody?if_exists}]', output: '[]' },
    deprecated: { use: 'the ! operator' },
    forgivesMissing: true,
    on: anyOf('any'),
    evaluate: (value) => value ?? NOTHING,
  }),
  builtInFunction({
    name: 'default',
    doc: 'The first value that is not missing.',
    example: { template: '${nobody?default("someone")}', output: 'someone' },
    deprecated: { use: 'the ! operator' },
    forgivesMissing: true,
    on: anyOf('any'),
    // A value that is there needs no argument.
    parameters: [rest('value, …')],
    call: (value, args, env) => {
      if (value != null) return value;
      if (args.length === 0) throw env.failure('invalid-argument', '?default needs at least 1 argument.');
      return args.find((arg) => arg != null);
    },
  }),
];
