import { codeOf } from './code-point.ts';
import { hiddenCharacters, type HiddenCharacter } from './hidden-characters.ts';
import { characterName } from './character-names.ts';
import { internationalHosts } from './international-hosts.ts';

/** A segment of displayed text: plain, or a mark for an invisible character. */
export type TextSegment =
  | {
      readonly kind: 'plain';
      readonly text: string;
      /** Right-to-left text is isolated, or it would move what is next to it. */
      readonly isRightToLeft?: true;
    }
  | {
      readonly kind: 'mark';
      /** The marked text; empty for a mark that only adds the other form of a host. */
      readonly text: string;
      /** `ZWSP`. */
      readonly label: string;
      /** `U+200B ZERO WIDTH SPACE`. */
      readonly name: string;
    };

interface MarkOptions {
  /** The text is a name on one line: line breaks, tabs, and spaces that HTML would drop are marked, too. */
  readonly isName?: boolean;
}

/** A mark and its position in the text. */
export interface TextMark {
  /** Offset in UTF-16 units. */
  readonly at: number;
  readonly text: string;
  readonly label: string;
  readonly name: string;
}

/** The marks of a text, in order. */
export function marksIn(text: string, { isName = false }: MarkOptions = {}): readonly TextMark[] {
  return [...joinRuns(hiddenCharacters(text)), ...(isName ? lostSpaces(text) : []), ...hostMarks(text)].sort(
    (one, other) => one.at - other.at,
  );
}

/**
 * Splits a text into plain segments and marks. The texts of all segments joined are the original text, so
 * copying it is unchanged.
 */
export function markedText(text: string, options?: MarkOptions): readonly TextSegment[] {
  return markedSlice(text, marksIn(text, options), { from: 0, to: text.length });
}

/** The same for a part of a text, with the marks of the whole, because context decides. */
export function markedSlice(
  text: string,
  marks: readonly TextMark[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  let at = from;
  for (const mark of marks) {
    const begin = Math.max(from, mark.at);
    const end = Math.min(to, mark.at + mark.text.length);
    const isHere = mark.text === '' ? mark.at > from && mark.at <= to : begin < end;
    if (!isHere) continue;
    if (begin > at) segments.push(...plainSegments(text.slice(at, begin)));
    segments.push({ kind: 'mark', text: text.slice(begin, end), label: mark.label, name: mark.name });
    at = Math.max(at, end);
  }
  if (at < to) segments.push(...plainSegments(text.slice(at, to)));
  return segments;
}

/** Words in Hebrew, Arabic and similar scripts, with the spaces between them. */
const rightToLeft =
  /[[\p{L}\p{Nl}]&&[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Samr}\p{sc=Mand}\p{sc=Adlm}\p{sc=Rohg}]](?:[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Samr}\p{sc=Mand}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Zinh}]| +(?=[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Samr}\p{sc=Mand}\p{sc=Adlm}\p{sc=Rohg}]))*/gv;

function plainSegments(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let at = 0;
  // All of these scripts come after Latin, Greek and Cyrillic.
  for (const { index, 0: match } of /[\u0590-\u{1EEFF}]/v.test(text) ? text.matchAll(rightToLeft) : []) {
    if (index > at) segments.push({ kind: 'plain', text: text.slice(at, index) });
    segments.push({ kind: 'plain', text: match, isRightToLeft: true });
    at = index + match.length;
  }
  if (at < text.length) segments.push({ kind: 'plain', text: text.slice(at) });
  return segments;
}

/** The text for where there are no marks, such as a file: `Te<U+200B>am`. */
export function spelledOut(text: string, options?: MarkOptions): string {
  return markedText(text, options)
    .map((segment) => {
      if (segment.kind === 'plain') return segment.text;
      return segment.text === ''
        ? ` (${segment.label})`
        : [...segment.text].map((one) => `<${codeFor(one)}>`).join('');
    })
    .join('');
}

const codeFor = (one: string): string => codeOf(one.codePointAt(0) ?? 0);

/** Repeated characters become one mark, so that a text doesn't grow a thousandfold. */
function joinRuns(characters: readonly HiddenCharacter[]): TextMark[] {
  const runs: HiddenCharacter[][] = [];
  for (const character of characters) {
    const last = runs.at(-1)?.at(-1);
    const continues = last?.label === character.label && last.at + last.text.length === character.at;
    if (continues) runs.at(-1)?.push(character);
    else runs.push([character]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    if (first === undefined) return [];
    if (run.length === 1) return [first];
    const spelled = run.map(({ codePoint }) => tagLetter(codePoint)).join('');
    return [
      {
        at: first.at,
        text: run.map(({ text }) => text).join(''),
        label: `${first.label} ×${run.length}`,
        name:
          spelled === ''
            ? `${first.name}, ${run.length} times`
            : `${run.length} tag characters: “${spelled}”`,
      },
    ];
  });
}

/** The ASCII letter for a tag character: text can be hidden in them. */
function tagLetter(codePoint: number): string {
  return codePoint >= 0xe0020 && codePoint < 0xe007f ? String.fromCodePoint(codePoint - 0xe0000) : '';
}

/** Line breaks and tabs in a name, spaces around it, and repeated spaces: HTML shows none of them. */
function lostSpaces(text: string): TextMark[] {
  return [...text.matchAll(/[\t\n\r]|^ +| +$|(?<= ) +/gv)].map(({ index, 0: found }) => {
    const { label, name } = characterName(found.codePointAt(0) ?? 0);
    const count = found.length > 1 ? ` ×${found.length}` : '';
    return { at: index, text: found, label: `${label}${count}`, name };
  });
}

function hostMarks(text: string): TextMark[] {
  return internationalHosts(text).map(({ end, written, ascii, unicode, problem }) => {
    const label = written.toLowerCase() === ascii ? unicode : ascii;
    const why = {
      'mixed-scripts': ': letters from several alphabets',
      'look-alike': ': letters that look like other letters',
    };
    return {
      at: end,
      text: '',
      label,
      name: `${unicode === ascii ? written : unicode} is ${ascii}${problem === undefined ? '' : why[problem]}`,
    };
  });
}
