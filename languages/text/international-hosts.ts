import punycode from 'punycode.js';
import { lookAlike } from './look-alikes.ts';

/** A host with non-ASCII letters, in both forms, and its position in a text. */
export interface InternationalHost {
  /** Offset after the host. */
  readonly end: number;
  /** As written in the text. */
  readonly written: string;
  /** The form sent over the network: `xn--pple-43d.com`. */
  readonly ascii: string;
  /** The readable form: `аpple.com`. */
  readonly unicode: string;
  /** Why it may be confused with another host; absent if there is no problem. */
  readonly problem?: HostProblem;
}

/** `mixed-scripts`: a label has letters of several alphabets. `look-alike`: its letters look like those of ASCII. */
type HostProblem = 'mixed-scripts' | 'look-alike';

/** The authority of a URL. */
const authority = (): RegExp => /(?<scheme>[a-z][a-z\d+.\-]*:)?\/\/(?<rest>[^\s\/?#\\"'<>`,;\(\)\{\}\|]+)/giv;
const punycodeHost = (): RegExp =>
  /(?<![\p{L}\p{N}.\-@\/])(?:[\p{L}\p{M}\p{N}_\-]+\.)*xn--[a-z\d\-]+(?:\.[\p{L}\p{M}\p{N}_\-]+)*/giv;
const bareHost = (): RegExp => /^[\p{L}\p{M}\p{N}\-]+(?:\.[\p{L}\p{M}\p{N}\-]+)+(?=:\d+$|$)/v;

/** Hosts in a text whose other form differs from the written one. */
export function internationalHosts(text: string): readonly InternationalHost[] {
  // The usual case: only ASCII without encoded forms.
  if (!/[^\0-\x7F]|xn--|\/\/[^\s\/]*%/iv.test(text)) return [];
  const found = new Map<number, InternationalHost>();
  for (const match of text.matchAll(authority())) {
    const { scheme, rest = '' } = match.groups ?? {};
    const name = hostOf(rest);
    const start = match.index + match[0].length - rest.length + name.from;
    if (scheme === undefined && !name.host.includes('.')) continue;
    const host = readHost(name.host, start + name.host.length);
    if (host !== undefined) found.set(host.end, host);
  }
  for (const { 0: name, index } of text.matchAll(punycodeHost())) {
    const host = readHost(name, index + name.length);
    if (host !== undefined) found.set(host.end, found.get(host.end) ?? host);
  }
  const [bare] = bareHost().exec(text) ?? [];
  const host = bare === undefined ? undefined : readHost(bare, bare.length);
  // A name such as "Müller.Personal" looks like a host only by its form.
  if (host?.problem !== undefined) found.set(host.end, host);
  return [...found.values()].sort((one, other) => one.end - other.end);
}

/** Without user name and port. */
function hostOf(rest: string): { readonly host: string; readonly from: number } {
  const from = rest.lastIndexOf('@') + 1;
  return { host: rest.slice(from).replace(/:\d*$/v, ''), from };
}

function readHost(written: string, end: number): InternationalHost | undefined {
  if (!/[^\0-\x7F]|xn--|%/iv.test(written)) return undefined;
  try {
    const ascii = asciiOf(written);
    const unicode = punycode.toUnicode(ascii);
    const problem = problemOf(unicode);
    return { end, written, ascii, unicode, ...(problem === undefined ? {} : { problem }) };
  } catch {
    // Not a valid host.
    return undefined;
  }
}

/** The form a browser requests, with the result of the UTS #46 mapping for letters used in names. */
function asciiOf(written: string): string {
  const host = decodeURIComponent(written)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gv, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u3002\uFF0E\uFF61]/g, '.');
  if (/[\p{Cc}\s#%\/:<>?@\[\\\]^\|]/v.test(host)) throw new RangeError('Invalid host.');
  return punycode.toASCII(host);
}

function problemOf(host: string): HostProblem | undefined {
  const labels = host.split('.');
  const isAsciiTop = /^[\0-\x7F]*$/v.test(labels.at(-1) ?? '');
  const problems = labels
    .filter((label) => /[^\0-\x7F]/v.test(label))
    .map((label) => problemOfLabel(label, isAsciiTop));
  return problems.find((problem) => problem !== undefined);
}

function problemOfLabel(label: string, isAsciiTop: boolean): HostProblem | undefined {
  const scripts = scriptsOf(label);
  // Under a top-level domain in its own alphabet a word can't be confused.
  if (isConfusable(label) && (isAsciiTop || scripts.size > 1)) return 'look-alike';
  return isOneWriting(scripts) ? undefined : 'mixed-scripts';
}

/** Whether all of its letters could be ASCII, or a character in it looks like the end of the host. */
function isConfusable(label: string): boolean {
  const plain = [...label].map((letter) => lookAlike(letter) ?? letter).join('');
  return (
    /^[a-z\d\-]*$/v.test(plain) || /[a-z\d][ノ丿〳ソンー一ﾉ][a-z\d]?|[a-z\d]?[ノ丿〳ソン][a-z\d]/v.test(label)
  );
}

const scriptTests = () =>
  [
    ['Latn', /\p{sc=Latn}/v],
    ['Han', /\p{sc=Han}/v],
    ['Hira', /\p{sc=Hira}/v],
    ['Kana', /\p{sc=Kana}/v],
    ['Hang', /\p{sc=Hang}/v],
    ['Bopo', /\p{sc=Bopo}/v],
    ['Cyrl', /\p{sc=Cyrl}/v],
    ['Grek', /\p{sc=Grek}/v],
    ['Armn', /\p{sc=Armn}/v],
    ['Geor', /\p{sc=Geor}/v],
    ['Hebr', /\p{sc=Hebr}/v],
    ['Arab', /\p{sc=Arab}/v],
    ['Cher', /\p{sc=Cher}/v],
    ['Deva', /\p{sc=Deva}/v],
    ['Beng', /\p{sc=Beng}/v],
    ['Taml', /\p{sc=Taml}/v],
    ['Telu', /\p{sc=Telu}/v],
    ['Thai', /\p{sc=Thai}/v],
  ] as const;
const noScript = (): RegExp => /[\p{sc=Zyyy}\p{sc=Zinh}]/v;

function scriptsOf(label: string): ReadonlySet<string> {
  const tests = scriptTests();
  const found = new Set<string>();
  for (const letter of label) {
    if (noScript().test(letter)) continue;
    found.add(tests.find(([, test]) => test.test(letter))?.[0] ?? 'other');
  }
  return found;
}

/** Source: UTS #39, section 5.2, restriction level "Highly Restrictive". */
const together = [
  new Set(['Latn', 'Han', 'Hira', 'Kana']),
  new Set(['Latn', 'Han', 'Bopo']),
  new Set(['Latn', 'Han', 'Hang']),
];

function isOneWriting(scripts: ReadonlySet<string>): boolean {
  return scripts.size <= 1 || together.some((allowed) => scripts.isSubsetOf(allowed));
}
