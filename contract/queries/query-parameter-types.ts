/** How the entered value of a query parameter is parsed. `list`: strings; `numbers`: a list of numbers; `empty`: the empty string. */
export const parameterTypes = [
  'text',
  'number',
  'date',
  'boolean',
  'list',
  'numbers',
  'empty',
  'null',
] as const;

export type ParameterType = (typeof parameterTypes)[number];
