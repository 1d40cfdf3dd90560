import type { PlanItem } from '../../../contract/changes.ts';

/** Which highlighting fits the content of a plan item or a history entry. */
export function languageOf(format: PlanItem['format']): 'javascript' | 'json' | 'freemarker' | 'text' {
  switch (format) {
    case 'script':
      return 'javascript';
    case 'json':
      return 'json';
    case 'template':
      return 'freemarker';
    case 'list':
    case 'text':
      return 'text';
  }
}
