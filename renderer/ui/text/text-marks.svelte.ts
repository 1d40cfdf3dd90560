import { codeOf } from '../../../languages/text/code-point.ts';
import type { markedText, spelledOut, TextSegment } from '../../../languages/text/marked-text.ts';
import { isSeenAsIs } from '../../../languages/text/seen-as-is.ts';

interface Marker {
  readonly markedText: typeof markedText;
  readonly spelledOut: typeof spelledOut;
}

/**
 * Nearly every text is shown as it is: the code that names characters and hosts is loaded when it is first needed.
 */
let marker = $state.raw<Marker | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Never rejects: a failed load is retried with the next text, and marks have codes only until then. */
export function loadTextMarks(): Promise<void> {
  loading ??= import('../../../languages/text/marked-text.ts').then(
    (module) => void (marker = module),
    () => void (loading = undefined),
  );
  return loading;
}

/**
 * The pieces that `VisibleText` renders. `isName`: on one line, where line breaks and outer spaces have marks, too.
 */
export function shownSegments(text: string, isName: boolean): readonly TextSegment[] {
  if (isSeenAsIs(text, { isName })) return text === '' ? [] : [{ kind: 'plain', text }];
  if (marker !== undefined) return marker.markedText(text, { isName });
  void loadTextMarks();
  return codedSegments(text, isName);
}

/** The same for places without marks: attributes, titles, chart labels, messages. `Te<U+200B>am`. */
export function visibleText(text: string): string;
export function visibleText(text: string | undefined): string | undefined;
export function visibleText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isSeenAsIs(text, { isName: true })) return text;
  if (marker !== undefined) return marker.spelledOut(text, { isName: true });
  void loadTextMarks();
  return codedSegments(text, true)
    .map(({ kind, text: part }) => (kind === 'plain' ? part : `<${codeOf(part.codePointAt(0) ?? 0)}>`))
    .join('');
}

const maybeUnseen = /^ | $|(?<= ) |[[^\p{L}\p{M}\p{N}\p{P}\p{S} ]\p{Default_Ignorable_Code_Point}]/gv;
const maybeUnseenInLines = /[[^\p{L}\p{M}\p{N}\p{P}\p{S} \t\n\r]\p{Default_Ignorable_Code_Point}]/gv;

/** Until names are loaded: too many marks rather than too few. */
function codedSegments(text: string, isName: boolean): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  let at = 0;
  for (const { index, 0: one } of text.matchAll(isName ? maybeUnseen : maybeUnseenInLines)) {
    if (index > at) segments.push({ kind: 'plain', text: text.slice(at, index) });
    const code = codeOf(one.codePointAt(0) ?? 0);
    segments.push({ kind: 'mark', text: one, label: code, name: code });
    at = index + one.length;
  }
  if (at < text.length) segments.push({ kind: 'plain', text: text.slice(at) });
  return segments;
}
