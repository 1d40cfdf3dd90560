import { DEFAULT_PARSE_SETTINGS, type ParseSettings } from '../source/parse-settings.ts';
import { TemplateDocument } from './template-document.ts';

let last: { readonly settings: ParseSettings; readonly document: TemplateDocument } | undefined;

/**
 * Of the template that was asked about last: who asks is most often writing it, so that what was read is taken over where the
 * next is the same, whatever is asked.
 */
export function lastDocument(settings: ParseSettings = DEFAULT_PARSE_SETTINGS): TemplateDocument {
  if (last?.settings !== settings) last = { settings, document: new TemplateDocument(settings) };
  return last.document;
}
