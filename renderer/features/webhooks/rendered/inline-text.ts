export type Mark = 'bold' | 'italic' | 'struck' | 'code' | 'link';

/** A piece of a text with the same look. */
export interface Inline {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Where a link leads: shown, never followed. */
  readonly href?: string | undefined;
}

interface Rule {
  /** Sticky, so that it is tried at one place only. */
  readonly pattern: RegExp;
  readonly mark?: Mark;
  /** The text and target of a match; by default its first group, which may hold other marks. */
  readonly read?: (match: RegExpExecArray) => { readonly text: string; readonly href?: string };
}

/** Longer texts than any receiver accepts aren't worth their time. */
const maxLength = 10_000;

const slackLink = (match: RegExpExecArray): { text: string; href?: string } => {
  const [target = '', label] = (match[1] ?? '').split('|', 2);
  if (target.startsWith('!date')) return { text: label ?? '' };
  if (target.startsWith('!')) return { text: `@${label ?? target.slice(1).replace(/^subteam\^/, '')}` };
  if (target.startsWith('@') || target.startsWith('#')) {
    return { text: label === undefined ? target : `${target.slice(0, 1)}${label}` };
  }
  return { text: label ?? target.replace(/^mailto:/, ''), href: target };
};

const slackRules: readonly Rule[] = [
  { pattern: /```([^`]+)```/y, mark: 'code', read: plainGroup },
  { pattern: /`([^`\n]+)`/y, mark: 'code', read: plainGroup },
  { pattern: /<((?:https?:\/\/|mailto:|tel:|[!@#])[^<>\n]+)>/y, mark: 'link', read: slackLink },
  { pattern: /(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/y, mark: 'bold' },
  { pattern: /(?<!\w)_([^\s_](?:[^_\n]*[^\s_])?)_(?!\w)/y, mark: 'italic' },
  { pattern: /(?<!\w)~([^\s~](?:[^~\n]*[^\s~])?)~(?!\w)/y, mark: 'struck' },
];

const markdownRules: readonly Rule[] = [
  { pattern: /\\([\\`*_{}[\]()#+\-.!~>|])/y, read: plainGroup },
  { pattern: /`([^`\n]+)`/y, mark: 'code', read: plainGroup },
  {
    pattern: /\[([^\]\n]+)\]\(([^()\s]+)\)/y,
    mark: 'link',
    read: ([, text = '', href = '']) => ({ text, href }),
  },
  { pattern: /\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*/y, mark: 'bold' },
  { pattern: /~~([^\s~](?:[^~\n]*[^\s~])?)~~/y, mark: 'struck' },
  { pattern: /(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/y, mark: 'italic' },
  { pattern: /(?<!\w)_([^\s_](?:[^_\n]*[^\s_])?)_(?!\w)/y, mark: 'italic' },
];

function plainGroup([, text = '']: RegExpExecArray): { text: string } {
  return { text };
}

/** Slack's markup: `*bold*`, `_italic_`, `~struck~`, `` `code` ``, `<url|text>`, mentions and its three entities. */
export const slackInlines = (text: string): readonly Inline[] =>
  inlines(text, slackRules).map(({ text: piece, ...rest }) => ({ ...rest, text: decoded(piece) }));

/** The Markdown that cards of Microsoft Teams show. */
export const markdownInlines = (text: string): readonly Inline[] => inlines(text, markdownRules);

export const plainInlines = (text: string): readonly Inline[] => [
  { text: text.slice(0, maxLength), marks: [] },
];

export const inlineText = (pieces: readonly Inline[]): string => pieces.map(({ text }) => text).join('');

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function inlines(whole: string, rules: readonly Rule[], around: readonly Mark[] = []): readonly Inline[] {
  const text = whole.slice(0, maxLength);
  const found: Inline[] = [];
  let plainFrom = 0;
  let at = 0;
  const flush = (): void => {
    if (at > plainFrom) found.push({ text: text.slice(plainFrom, at), marks: around });
  };
  while (at < text.length) {
    const taken = take(text, at, rules);
    if (taken === undefined) {
      at += 1;
      continue;
    }
    flush();
    const { rule, match } = taken;
    const marks = rule.mark === undefined ? around : [...around, rule.mark];
    if (rule.read === undefined) found.push(...inlines(match[1] ?? '', rules, marks));
    else found.push({ ...rule.read(match), marks });
    at += match[0].length;
    plainFrom = at;
  }
  flush();
  return found;
}

function take(
  text: string,
  at: number,
  rules: readonly Rule[],
): { rule: Rule; match: RegExpExecArray } | undefined {
  for (const rule of rules) {
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(text);
    if (match !== null) return { rule, match };
  }
  return undefined;
}
