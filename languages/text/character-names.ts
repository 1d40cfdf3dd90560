import { codeOf } from './code-point.ts';

/** Names of a character that is shown as a mark. */
export interface CharacterName {
  /** A short abbreviation, as on the mark itself: `ZWSP`. */
  readonly label: string;
  /** With its code point: `U+200B ZERO WIDTH SPACE`. */
  readonly name: string;
}

const control0 =
  'NUL NULL|SOH START OF HEADING|STX START OF TEXT|ETX END OF TEXT|EOT END OF TRANSMISSION|ENQ ENQUIRY|ACK ACKNOWLEDGE|BEL ALERT|BS BACKSPACE|TAB CHARACTER TABULATION|LF LINE FEED|VT LINE TABULATION|FF FORM FEED|CR CARRIAGE RETURN|SO SHIFT OUT|SI SHIFT IN|DLE DATA LINK ESCAPE|DC1 DEVICE CONTROL ONE|DC2 DEVICE CONTROL TWO|DC3 DEVICE CONTROL THREE|DC4 DEVICE CONTROL FOUR|NAK NEGATIVE ACKNOWLEDGE|SYN SYNCHRONOUS IDLE|ETB END OF TRANSMISSION BLOCK|CAN CANCEL|EM END OF MEDIUM|SUB SUBSTITUTE|ESC ESCAPE|FS INFORMATION SEPARATOR FOUR|GS INFORMATION SEPARATOR THREE|RS INFORMATION SEPARATOR TWO|US INFORMATION SEPARATOR ONE|SP SPACE';

/**
 * Source: Unicode Character Database, Name and Name_Alias, with the aliases of type abbreviation if there are
 * any.
 */
const named: Readonly<Record<number, string>> = {
  ...Object.fromEntries(control0.split('|').entries()),
  0x7f: 'DEL DELETE',
  0x85: 'NEL NEXT LINE',
  0xa0: 'NBSP NO-BREAK SPACE',
  0xad: 'SHY SOFT HYPHEN',
  0x34f: 'CGJ COMBINING GRAPHEME JOINER',
  0x61c: 'ALM ARABIC LETTER MARK',
  0x115f: 'HCF HANGUL CHOSEONG FILLER',
  0x1160: 'HJF HANGUL JUNGSEONG FILLER',
  0x1680: 'OSP OGHAM SPACE MARK',
  0x17b4: 'KIV KHMER VOWEL INHERENT AQ',
  0x17b5: 'KIV KHMER VOWEL INHERENT AA',
  0x180b: 'FVS1 MONGOLIAN FREE VARIATION SELECTOR ONE',
  0x180c: 'FVS2 MONGOLIAN FREE VARIATION SELECTOR TWO',
  0x180d: 'FVS3 MONGOLIAN FREE VARIATION SELECTOR THREE',
  0x180e: 'MVS MONGOLIAN VOWEL SEPARATOR',
  0x180f: 'FVS4 MONGOLIAN FREE VARIATION SELECTOR FOUR',
  0x2000: 'NQSP EN QUAD',
  0x2001: 'MQSP EM QUAD',
  0x2002: 'ENSP EN SPACE',
  0x2003: 'EMSP EM SPACE',
  0x2004: '3/MSP THREE-PER-EM SPACE',
  0x2005: '4/MSP FOUR-PER-EM SPACE',
  0x2006: '6/MSP SIX-PER-EM SPACE',
  0x2007: 'FSP FIGURE SPACE',
  0x2008: 'PSP PUNCTUATION SPACE',
  0x2009: 'THSP THIN SPACE',
  0x200a: 'HSP HAIR SPACE',
  0x200b: 'ZWSP ZERO WIDTH SPACE',
  0x200c: 'ZWNJ ZERO WIDTH NON-JOINER',
  0x200d: 'ZWJ ZERO WIDTH JOINER',
  0x200e: 'LRM LEFT-TO-RIGHT MARK',
  0x200f: 'RLM RIGHT-TO-LEFT MARK',
  0x2028: 'LSEP LINE SEPARATOR',
  0x2029: 'PSEP PARAGRAPH SEPARATOR',
  0x202a: 'LRE LEFT-TO-RIGHT EMBEDDING',
  0x202b: 'RLE RIGHT-TO-LEFT EMBEDDING',
  0x202c: 'PDF POP DIRECTIONAL FORMATTING',
  0x202d: 'LRO LEFT-TO-RIGHT OVERRIDE',
  0x202e: 'RLO RIGHT-TO-LEFT OVERRIDE',
  0x202f: 'NNBSP NARROW NO-BREAK SPACE',
  0x205f: 'MMSP MEDIUM MATHEMATICAL SPACE',
  0x2060: 'WJ WORD JOINER',
  0x2061: 'FA FUNCTION APPLICATION',
  0x2062: 'IT INVISIBLE TIMES',
  0x2063: 'IS INVISIBLE SEPARATOR',
  0x2064: 'IP INVISIBLE PLUS',
  0x2066: 'LRI LEFT-TO-RIGHT ISOLATE',
  0x2067: 'RLI RIGHT-TO-LEFT ISOLATE',
  0x2068: 'FSI FIRST STRONG ISOLATE',
  0x2069: 'PDI POP DIRECTIONAL ISOLATE',
  0x206a: 'ISS INHIBIT SYMMETRIC SWAPPING',
  0x206b: 'ASS ACTIVATE SYMMETRIC SWAPPING',
  0x206c: 'IAFS INHIBIT ARABIC FORM SHAPING',
  0x206d: 'AAFS ACTIVATE ARABIC FORM SHAPING',
  0x206e: 'NADS NATIONAL DIGIT SHAPES',
  0x206f: 'NODS NOMINAL DIGIT SHAPES',
  0x2800: 'BLANK BRAILLE PATTERN BLANK',
  0x3000: 'IDSP IDEOGRAPHIC SPACE',
  0x3164: 'HF HANGUL FILLER',
  0xfeff: 'BOM ZERO WIDTH NO-BREAK SPACE',
  0xffa0: 'HWHF HALFWIDTH HANGUL FILLER',
  0xfff9: 'IAA INTERLINEAR ANNOTATION ANCHOR',
  0xfffa: 'IAS INTERLINEAR ANNOTATION SEPARATOR',
  0xfffb: 'IAT INTERLINEAR ANNOTATION TERMINATOR',
  0xfffc: 'OBJ OBJECT REPLACEMENT CHARACTER',
  0xe0001: 'TAG LANGUAGE TAG',
  0xe0020: 'TAG TAG SPACE',
  0xe007f: 'TAG CANCEL TAG',
};

/** The label and the full name of an invisible character. */
export function characterName(codePoint: number): CharacterName {
  const code = codeOf(codePoint);
  const [label, longName] = ranged(codePoint) ?? split(named[codePoint]) ?? [code, ''];
  return { label, name: longName === '' ? code : `${code} ${longName}` };
}

function split(entry: string | undefined): readonly [string, string] | undefined {
  if (entry === undefined) return undefined;
  const at = entry.indexOf(' ');
  return [entry.slice(0, at), entry.slice(at + 1)];
}

/** Characters with numbered names. */
function ranged(codePoint: number): readonly [string, string] | undefined {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return selector(codePoint - 0xfe00 + 1);
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return selector(codePoint - 0xe0100 + 17);
  if (codePoint > 0xe0020 && codePoint < 0xe007f) {
    return ['TAG', `TAG ${String.fromCodePoint(codePoint - 0xe0000)}`];
  }
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return [codeOf(codePoint), 'HALF OF A SURROGATE PAIR'];
  return undefined;
}

function selector(number: number): readonly [string, string] {
  return [`VS${number}`, `VARIATION SELECTOR-${number}`];
}
