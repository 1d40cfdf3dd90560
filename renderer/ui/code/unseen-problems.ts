import {
  hiddenCharacters,
  isSpace,
  type HiddenCharacter,
} from '../../../languages/text/hidden-characters.ts';
import { tokenize } from '../../../languages/sql/tokenize.ts';
import type { CodeDiagnostic } from './code-diagnostic.ts';

/** The maximum: more are found once these are gone. */
const maxProblems = 200;

/** Controls that change the order in which text is displayed: what runs is not what is read. */
const isBidirectional = ({ text }: HiddenCharacter): boolean =>
  /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(text);

function warningOf(character: HiddenCharacter): CodeDiagnostic {
  const { at, text, name } = character;
  return {
    ...{ from: at, to: at + text.length, severity: 'warning' },
    message: isBidirectional(character)
      ? `${name} changes how this line is displayed, not how it runs.`
      : `${name} is an invisible character.`,
    fix: { from: at, to: at + text.length, insert: '', label: 'Remove' },
  };
}

/**
 * Warnings for characters of a script or a template that are invisible and not needed by emoji or any writing system.
 */
export function unseenProblems(text: string): readonly CodeDiagnostic[] {
  return hiddenCharacters(text)
    .filter((character) => !isSpace(character))
    .slice(0, maxProblems)
    .map(warningOf);
}

/** The same for a query, in which only the ASCII space separates words: other spaces fail, and are easily pasted. */
export function unseenQueryProblems(text: string): readonly CodeDiagnostic[] {
  const hidden = hiddenCharacters(text).slice(0, maxProblems);
  if (hidden.length === 0) return [];
  const texts = tokenize(text).filter(
    ({ kind }) => kind !== 'space' && kind !== 'punctuation' && kind !== 'word',
  );
  return hidden.flatMap((character): CodeDiagnostic[] => {
    const { at, name } = character;
    const to = at + character.text.length;
    const isInText = texts.some(({ start, end }) => start <= at && at < end);
    if (!isSpace(character)) return [warningOf(character)];
    if (isInText) return [];
    return [
      {
        ...{ from: at, to, severity: 'error' },
        message: `This is ${name}, which SQL does not treat as a space.`,
        fix: { from: at, to, insert: ' ', label: 'Replace with a space' },
      },
    ];
  });
}
