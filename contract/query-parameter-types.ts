/** How what is typed for a parameter of a query is read. `empty`: the text without characters. */
export const parameterTypes = ['text', 'number', 'date', 'boolean', 'list', 'empty', 'null'] as const;

export type ParameterType = (typeof parameterTypes)[number];
