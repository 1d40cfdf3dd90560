export { formatTemplate } from './format.ts';
export type { FormattedTemplate } from './format.ts';
export type { FormatRejection } from './format-error.ts';
