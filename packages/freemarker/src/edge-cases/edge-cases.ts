/** A value that a column may hold one day, and that breaks templates without escaping or defaults. */
export interface EdgeCase {
  readonly id: string;
  readonly name: string;
  /** The value as a person reads it. */
  readonly shown: string;
  /** Undefined: the column is not in the event at all. */
  readonly value: string | number | null | undefined;
  /** Columns in which it can occur. */
  readonly occursIn: 'text' | 'number' | 'any';
}

/** In the order in which they are shown where nothing breaks: what happens often comes first. */
export const edgeCases: readonly EdgeCase[] = [
  { id: 'quote', name: 'Quote', shown: 'the "blocked" list', value: 'the "blocked" list', occursIn: 'text' },
  {
    id: 'line-break',
    name: 'Line break',
    shown: 'new country⏎new device',
    value: 'new country\nnew device',
    occursIn: 'text',
  },
  { id: 'backslash', name: 'Backslash', shown: 'ACME\\greta', value: 'ACME\\greta', occursIn: 'text' },
  { id: 'missing', name: 'Missing column', shown: 'not in the event', value: undefined, occursIn: 'any' },
  { id: 'null', name: 'Null', shown: 'null', value: null, occursIn: 'any' },
  {
    id: 'huge-number',
    name: 'Huge number',
    shown: '9007199254740991',
    value: Number.MAX_SAFE_INTEGER,
    occursIn: 'number',
  },
  { id: 'empty', name: 'Empty text', shown: 'no character', value: '', occursIn: 'text' },
  {
    id: 'alphabets',
    name: 'Emoji, right-to-left',
    shown: 'Zoë 🦊 שלום',
    value: 'Zoë \u{1f98a} שלום',
    occursIn: 'text',
  },
  {
    id: 'markup',
    name: 'Script tag',
    shown: '</script><script>x</script>',
    value: '</script><script>x</script>',
    occursIn: 'text',
  },
  {
    id: 'template',
    name: 'Template text',
    shown: '${event.reason} <#if',
    value: '${event.reason} <#if',
    occursIn: 'text',
  },
  {
    id: 'control',
    name: 'Control characters',
    shown: 'U+0000, U+001B, U+2028',
    value: 'a\u0000b\u001bc\u2028d',
    occursIn: 'text',
  },
  {
    id: 'long',
    name: '10,000 characters',
    shown: 'aaaaaaaaaaaaaaaaaaaa…',
    value: 'a'.repeat(10_000),
    occursIn: 'text',
  },
];
