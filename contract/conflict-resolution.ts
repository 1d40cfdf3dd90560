import type { Intent, PlanItem } from './changes.ts';
import { webhookDefinitionFromText } from './webhook-text.ts';

/**
 * The intent that makes of a conflicting item what the person settled on: `text` is what they chose or edited,
 * in the form of the item's `before` and `after`. It starts from what the tenant has now. Undefined when the item
 * has no conflict or the text cannot be read, for example because markers are left in it.
 */
export function intentOfResolution(item: PlanItem, text: string): Intent | undefined {
  if (item.conflict === undefined) return undefined;
  const { theirs } = item.conflict;
  const { id } = item.target;
  switch (item.kind) {
    case 'script.replace':
      return { kind: item.kind, applicationId: id, script: text, base: theirs };
    case 'origins.set':
      return { kind: item.kind, origins: linesOf(text), base: linesOf(theirs) };
    case 'webhook.replace': {
      const definition = webhookDefinitionFromText(text);
      const base = webhookDefinitionFromText(theirs);
      if (definition === undefined) return undefined;
      return { kind: item.kind, webhookId: id, definition, ...(base === undefined ? {} : { base }) };
    }
    case 'application.update': {
      const texts = applicationTexts(text);
      return texts === undefined ? undefined : { kind: item.kind, applicationId: id, ...texts };
    }
    default:
      return undefined;
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Reads `name: …` and `description: …`, of which the description may go on over more lines. */
function applicationTexts(text: string): { name?: string; description?: string } | undefined {
  if (/^(<{7}|>{7})/m.test(text)) return undefined;
  const name = /^name: (.*)$/m.exec(text)?.[1]?.trim();
  const description = /^description: ([\s\S]*)$/m.exec(text)?.[1];
  if (name === undefined && description === undefined) return undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}
