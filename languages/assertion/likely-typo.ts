/**
 * The one known name that a misspelled one is likely a typo of; undefined if there is none or more than one.
 * A typo leaves every word of the name recognizable: different case, a letter missing or typed twice, two
 * letters swapped, and in long words one different letter. An extra word, a different digit or a different
 * short word is another name.
 */
export function likelyTypo(name: string, known: readonly string[]): string | undefined {
  const sameLetters = known.filter((one) => one.toLowerCase() === name.toLowerCase());
  const typos = sameLetters.length > 0 ? sameLetters : known.filter((one) => isTypo(name, one));
  return typos.length === 1 ? typos[0] : undefined;
}

/** From this length on, one different letter still reads as the same word. */
const minLongPart = 6;
const maxTypos = 2;

function isTypo(typed: string, meant: string): boolean {
  if (digitsOf(typed) !== digitsOf(meant)) return false;
  const typedParts = splitName(typed);
  const meantParts = splitName(meant);
  if (typedParts.length !== meantParts.length) return isTypoOfPart(typed.toLowerCase(), meant.toLowerCase());
  const different = typedParts.flatMap((part, index): [string, string][] => {
    const other = meantParts[index] ?? '';
    return part === other ? [] : [[part, other]];
  });
  return different.length <= maxTypos && different.every(([part, other]) => isTypoOfPart(part, other));
}

const digitsOf = (name: string): string => name.replaceAll(/\D/g, '');

/** `setAttributeArray` is set, attribute, array; `GroupDNs` is group, dns. */
const splitName = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z]{2})s?|[A-Z]?[a-z]+|\d+|[^\w\s]+|_+/g) ?? [name]).map((part) =>
    part.toLowerCase(),
  );

function isTypoOfPart(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const rest = typed.slice(start);
  const other = meant.slice(start);
  if (typed.length + 1 === meant.length) return rest === other.slice(1) && meant.length > 2;
  if (typed.length === meant.length + 1) {
    const isDoubled = start > 0 && typed[start] === typed[start - 1];
    const isInside = start > 0 && other !== '';
    const isPlural = other === '' && rest === 's';
    return rest.slice(1) === other && (isDoubled || isPlural || (isInside && meant.length >= minLongPart));
  }
  if (typed.length !== meant.length) return false;
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
  // Words with different meanings differ at their ends: issuer, issued; mobile, nobile.
  const isInside = start > 0 && rest.length > 1;
  return isSwapped || (isInside && meant.length >= minLongPart && rest.slice(1) === other.slice(1));
}
