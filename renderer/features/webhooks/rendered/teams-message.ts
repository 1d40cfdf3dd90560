import { markdownInlines, plainInlines } from './inline-text.ts';
import type { Message, MessageGroup, MessagePart } from './message.ts';
import { elements, member, type PlacedValue, textOf } from './placed-json.ts';

/** An adaptive card, in a message or alone, or a message card of the retired connectors. */
export function teamsMessage(root: PlacedValue): Message | undefined {
  const groups = cardGroups(root);
  return groups === undefined ? undefined : { format: 'teams', groups };
}

function cardGroups(root: PlacedValue): readonly MessageGroup[] | undefined {
  const type = textOf(member(root, 'type'));
  if (textOf(member(root, '@type')) === 'MessageCard') return messageCard(root);
  if (type === 'AdaptiveCard') return adaptiveCard(root);
  const cards = elements(member(root, 'attachments')).filter((attachment) =>
    (textOf(member(attachment, 'contentType')) ?? '').startsWith('application/vnd.microsoft.'),
  );
  if (cards.length === 0) return undefined;
  const text = partOf('text', member(root, 'text'));
  return [...rows(text), ...cards.flatMap((card) => cardGroups(content(card)) ?? [])];
}

/** Connectors name the type of a card beside it. */
function content(attachment: PlacedValue): PlacedValue {
  return member(attachment, 'content') ?? attachment;
}

function partOf(kind: MessagePart['kind'], value: PlacedValue | undefined): readonly MessagePart[] {
  const text = textOf(value);
  return value === undefined || text === undefined
    ? []
    : [{ kind, content: markdownInlines(text), place: value }];
}

function rows(parts: readonly MessagePart[]): readonly MessageGroup[] {
  return parts.length === 0 ? [] : [{ layout: 'rows', parts }];
}

function facts(of: PlacedValue | undefined, nameOf: string): readonly MessageGroup[] {
  const parts = elements(of).map((fact): MessagePart => {
    const [name, value] = [textOf(member(fact, nameOf)) ?? '', textOf(member(fact, 'value')) ?? ''];
    return { kind: 'field', name: markdownInlines(name), content: markdownInlines(value), place: fact };
  });
  return parts.length === 0 ? [] : [{ layout: 'rows', parts }];
}

function buttons(of: PlacedValue | undefined, nameOf: string): readonly MessageGroup[] {
  const parts = elements(of).flatMap((action): readonly MessagePart[] => {
    const style = textOf(member(action, 'style'));
    const tone = style === 'positive' ? 'primary' : style === 'destructive' ? 'danger' : undefined;
    const name = member(action, nameOf);
    const text = textOf(name);
    return name === undefined || text === undefined
      ? []
      : [{ kind: 'button', content: plainInlines(text), place: name, tone }];
  });
  return parts.length === 0 ? [] : [{ layout: 'buttons', parts }];
}

function adaptiveCard(card: PlacedValue): readonly MessageGroup[] {
  return [
    ...elements(member(card, 'body')).flatMap(cardElement),
    ...buttons(member(card, 'actions'), 'title'),
  ];
}

function cardElement(of: PlacedValue): readonly MessageGroup[] {
  const type = textOf(member(of, 'type')) ?? 'element';
  const nested = (name: string): readonly MessageGroup[] => elements(member(of, name)).flatMap(cardElement);
  switch (type) {
    case 'TextBlock': {
      const isTitle = /^bolder$/i.test(textOf(member(of, 'weight')) ?? '');
      const isQuiet = member(of, 'isSubtle')?.value === true;
      return rows(partOf(isTitle ? 'title' : isQuiet ? 'note' : 'text', member(of, 'text')));
    }
    case 'RichTextBlock':
      return rows([{ kind: 'text', content: elements(member(of, 'inlines')).flatMap(textRun), place: of }]);
    case 'FactSet':
      return facts(member(of, 'facts'), 'title');
    case 'Image': {
      const alt = textOf(member(of, 'altText')) ?? 'no description';
      return rows([{ kind: 'image', content: plainInlines(alt), place: of }]);
    }
    case 'ImageSet':
      return nested('images');
    case 'Container':
    case 'Column':
    case 'TableCell':
      return nested('items');
    case 'ColumnSet':
      return nested('columns');
    case 'Table':
      return nested('rows');
    case 'TableRow':
      return [{ layout: 'columns', parts: nested('cells').flatMap(({ parts }) => parts) }];
    case 'CodeBlock':
      return rows(partOf('code', member(of, 'codeSnippet')));
    case 'ActionSet':
      return buttons(member(of, 'actions'), 'title');
    default:
      return rows([{ kind: 'unknown', content: plainInlines(`“${type}” isn’t drawn`), place: of }]);
  }
}

function textRun(of: PlacedValue) {
  const isBold = /^bolder$/i.test(textOf(member(of, 'weight')) ?? '');
  const marks = [
    ...(isBold ? (['bold'] as const) : []),
    ...(member(of, 'italic')?.value === true ? (['italic'] as const) : []),
    ...(member(of, 'strikethrough')?.value === true ? (['struck'] as const) : []),
  ];
  return [{ text: textOf(member(of, 'text')) ?? textOf(of) ?? '', marks }];
}

function messageCard(card: PlacedValue): readonly MessageGroup[] {
  const part = (kind: MessagePart['kind'], name: string, of = card) => partOf(kind, member(of, name));
  const title = part('title', 'title');
  const groups = [
    ...rows([...(title.length > 0 ? title : part('title', 'summary')), ...part('text', 'text')]),
    ...elements(member(card, 'sections')).flatMap((section) => [
      ...rows([
        ...part('title', 'activityTitle', section),
        ...part('note', 'activitySubtitle', section),
        ...part('text', 'activityText', section),
        ...part('title', 'title', section),
        ...part('text', 'text', section),
      ]),
      ...facts(member(section, 'facts'), 'name'),
      ...buttons(member(section, 'potentialAction'), 'name'),
    ]),
    ...buttons(member(card, 'potentialAction'), 'name'),
  ];
  const color = textOf(member(card, 'themeColor'));
  return color === undefined ? groups : groups.map((group) => ({ ...group, bar: color }));
}
