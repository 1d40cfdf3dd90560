/** How what is typed for a parameter of a query is read. `list`: texts; `numbers`: a list of them; `empty`: the text without characters. */
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
