import { type Inline, plainInlines, slackInlines } from './inline-text.ts';
import type { Message, MessageGroup, MessagePart } from './message.ts';
import { elements, member, memberNames, type PlacedValue, textOf } from './placed-json.ts';

const messageMembers = [
  ...[
    'text',
    'blocks',
    'attachments',
    'channel',
    'username',
    'icon_emoji',
    'icon_url',
    'mrkdwn',
    'link_names',
  ],
  ...['unfurl_links', 'unfurl_media', 'parse', 'thread_ts', 'response_type', 'replace_original', 'metadata'],
];

/** Slack's legacy and Block Kit messages; also what receivers compatible with them accept. */
export function slackMessage(root: PlacedValue): Message | undefined {
  const [text, blocks, attachments] = ['text', 'blocks', 'attachments'].map((name) => member(root, name));
  const isKnown = memberNames(root).every((name) => messageMembers.includes(name));
  const hasContent = elements(blocks).length + elements(attachments).length > 0;
  if (!hasContent && (textOf(text) === undefined || !isKnown)) return undefined;
  if (hasContent && !isKnown && textOf(member(elements(blocks)[0], 'type')) === undefined) return undefined;
  // With blocks, the text is only for notifications.
  const leading = elements(blocks).length > 0 ? [] : partsOf('text', text);
  return {
    format: 'slack',
    sender: textOf(member(root, 'username')),
    channel: textOf(member(root, 'channel')),
    groups: [
      ...(leading.length > 0 ? [{ layout: 'rows', parts: leading } as const] : []),
      ...blockGroups(elements(blocks)),
      ...elements(attachments).flatMap(attachmentGroups),
    ],
  };
}

/** A text object (`{ type, text }`) or a plain text. */
function partsOf(kind: MessagePart['kind'], of: PlacedValue | undefined): readonly MessagePart[] {
  const value = of?.value instanceof Map ? member(of, 'text') : of;
  const text = textOf(value);
  if (value === undefined || text === undefined) return [];
  const isPlain = textOf(member(of, 'type')) === 'plain_text';
  return [{ kind, content: isPlain ? plainInlines(text) : slackInlines(text), place: value }];
}

function blockGroups(blocks: readonly PlacedValue[]): readonly MessageGroup[] {
  let isDivided = false;
  return blocks.flatMap((block) => {
    if (textOf(member(block, 'type')) === 'divider') {
      isDivided = true;
      return [];
    }
    const [first, ...rest] = blockParts(block).filter(({ parts }) => parts.length > 0);
    if (first === undefined) return [];
    const groups = [{ ...first, isDivided }, ...rest];
    isDivided = false;
    return groups;
  });
}

function blockParts(block: PlacedValue): readonly MessageGroup[] {
  const type = textOf(member(block, 'type'));
  const rows = (parts: readonly MessagePart[]): MessageGroup => ({ layout: 'rows', parts });
  switch (type) {
    case 'header':
      return [rows(partsOf('title', member(block, 'text')))];
    case 'section':
      return [
        rows(partsOf('text', member(block, 'text'))),
        {
          layout: 'columns',
          parts: elements(member(block, 'fields')).flatMap((field) => partsOf('text', field)),
        },
        ...accessory(member(block, 'accessory')),
      ];
    case 'markdown':
      return [rows(partsOf('text', member(block, 'text')))];
    case 'context':
      return [rows(elements(member(block, 'elements')).flatMap(contextPart))];
    case 'actions':
      return [{ layout: 'buttons', parts: elements(member(block, 'elements')).flatMap(button) }];
    case 'image':
      return [rows(image(block))];
    case 'rich_text':
      return [rows(elements(member(block, 'elements')).flatMap(richText))];
    default:
      return [rows([unknown(type ?? 'block', block)])];
  }
}

function unknown(type: string, place: PlacedValue): MessagePart {
  return { kind: 'unknown', content: plainInlines(`“${type}” isn’t drawn`), place };
}

function accessory(of: PlacedValue | undefined): readonly MessageGroup[] {
  if (of === undefined) return [];
  const type = textOf(member(of, 'type'));
  if (type === 'image') return [{ layout: 'rows', parts: image(of) }];
  return [{ layout: 'buttons', parts: button(of) }];
}

function contextPart(of: PlacedValue): readonly MessagePart[] {
  return textOf(member(of, 'type')) === 'image' ? image(of) : partsOf('note', of);
}

/** Only its description: nothing is loaded from a URL in a template. */
function image(of: PlacedValue): readonly MessagePart[] {
  const alt = member(of, 'alt_text');
  const text = textOf(alt) ?? textOf(member(member(of, 'title'), 'text')) ?? 'no description';
  return [
    { kind: 'image', content: plainInlines(text), place: textOf(alt) === undefined ? of : (alt ?? of) },
  ];
}

function button(of: PlacedValue): readonly MessagePart[] {
  const type = textOf(member(of, 'type'));
  if (type !== 'button') return [unknown(type ?? 'element', of)];
  const style = textOf(member(of, 'style'));
  const tone = style === 'primary' || style === 'danger' ? style : undefined;
  return partsOf('button', member(of, 'text')).map((part) => ({ ...part, tone }));
}

/** A section, quote, list or preformatted text of a rich text block. */
function richText(of: PlacedValue): readonly MessagePart[] {
  const type = textOf(member(of, 'type'));
  const inner = elements(member(of, 'elements'));
  if (type === 'rich_text_list') {
    return inner.flatMap((item) =>
      richText(item).map((part) => ({ ...part, content: [...plainInlines('• '), ...part.content] })),
    );
  }
  const content = inner.flatMap(richInline);
  if (content.length === 0) return [];
  return [{ kind: type === 'rich_text_preformatted' ? 'code' : 'text', content, place: of }];
}

function richInline(of: PlacedValue): readonly Inline[] {
  const href = textOf(member(of, 'url'));
  const names = ['text', 'url', 'name', 'user_id', 'channel_id', 'range'];
  const text = names.map((name) => textOf(member(of, name))).find((found) => found !== undefined) ?? '';
  const style = member(of, 'style');
  const isSet = (name: string): boolean => member(style, name)?.value === true;
  const marks = (
    [
      ['bold', isSet('bold')],
      ['italic', isSet('italic')],
      ['struck', isSet('strike')],
      ['code', isSet('code')],
      ['link', href !== undefined],
    ] as const
  ).flatMap(([mark, isOn]) => (isOn ? [mark] : []));
  return [{ text, marks, href }];
}

function attachmentGroups(of: PlacedValue): readonly MessageGroup[] {
  const part = (kind: MessagePart['kind'], name: string): readonly MessagePart[] =>
    partsOf(kind, member(of, name));
  const fields = elements(member(of, 'fields')).flatMap((field): readonly MessagePart[] => {
    const value = member(field, 'value');
    return [
      {
        kind: 'field',
        name: slackInlines(textOf(member(field, 'title')) ?? ''),
        content: slackInlines(textOf(value) ?? ''),
        place: field,
      },
    ];
  });
  const pretext = part('text', 'pretext');
  const groups: readonly MessageGroup[] = [
    {
      layout: 'rows',
      parts: [...part('note', 'author_name'), ...part('title', 'title'), ...part('text', 'text')],
    },
    { layout: 'columns', parts: fields },
    ...blockGroups(elements(member(of, 'blocks'))),
    { layout: 'buttons', parts: elements(member(of, 'actions')).flatMap(button) },
    { layout: 'rows', parts: part('note', 'footer') },
  ];
  const drawn = groups.filter(({ parts }) => parts.length > 0);
  const bar = textOf(member(of, 'color')) ?? '';
  if (drawn.length === 0) drawn.push({ layout: 'rows', parts: part('text', 'fallback') });
  return [
    ...(pretext.length > 0 ? [{ layout: 'rows', parts: pretext } as const] : []),
    ...drawn.map((group) => ({ ...group, bar })),
  ];
}
