export { formatTemplate } from './format.ts';
export type { FormattedTemplate } from './format.ts';
export type { FormatRefusal } from './format-error.ts';
