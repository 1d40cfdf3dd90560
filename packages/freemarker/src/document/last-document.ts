import { DEFAULT_PARSE_SETTINGS, type ParseSettings } from '../source/parse-settings.ts';
import { TemplateDocument } from './template-document.ts';

let last: { readonly settings: ParseSettings; readonly document: TemplateDocument } | undefined;

/**
 * The document of the most recent template: usually that template is being edited, so the parsed parts are reused where the
 * next version is the same, whatever the request.
 */
export function lastDocument(settings: ParseSettings = DEFAULT_PARSE_SETTINGS): TemplateDocument {
  if (last?.settings !== settings) last = { settings, document: new TemplateDocument(settings) };
  return last.document;
}
