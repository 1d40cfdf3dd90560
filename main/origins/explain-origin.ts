import { domainToUnicode } from 'node:url';
import type { ExplainedOrigin, OriginNote } from '../../contract/origins/origins.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { normalizeOrigin } from './origin.ts';

const note = (tone: OriginNote['tone'], words: string): OriginNote => ({ tone, words });

/** What the tenant would store for a text, or why it cannot, and what a person should know before they trust it. */
export function explainOrigin(text: string): ExplainedOrigin {
  try {
    const origin = normalizeOrigin(text);
    return { text, origin, notes: notesOf(text.trim(), origin) };
  } catch (thrown) {
    return { text, problem: toDeskError(thrown).message, notes: [] };
  }
}

/** Only what speaks against an origin, each with its name: for a review. */
export function originWarnings(origins: readonly string[]): string[] {
  return origins.flatMap((text) =>
    explainOrigin(text)
      .notes.filter(({ tone }) => tone !== 'neutral')
      .map(({ words }) => `${text}: ${words}`),
  );
}

function notesOf(text: string, origin: string): OriginNote[] {
  if (origin === 'null') {
    return [
      note(
        'bad',
        'Browsers call the origin of sandboxed frames, local files and some redirects “null”. Any page can put itself into one, so every page of the web would be trusted.',
      ),
    ];
  }
  const { hostname } = new URL(`http://${origin}/`);
  const port = /^(?:\[[^\]]*\]|[^:]*):(\d+)$/.exec(origin)?.[1];
  return [...hostNotes(hostname), ...portNotes(text, port), ...schemeNotes(text, hostname)];
}

function hostNotes(hostname: string): OriginNote[] {
  if (isThisMachine(hostname)) {
    return [
      note(
        'warn',
        'This means the computer that the browser runs on: whatever serves a page there is trusted, on every computer.',
      ),
    ];
  }
  if (isAddress(hostname)) {
    return [
      note(
        'warn',
        'A numeric address: whoever is given it next is trusted, too. Prefer the name of the host.',
      ),
    ];
  }
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    return [
      note(
        'warn',
        `People see this name as “${domainToUnicode(hostname)}”. Letters of other alphabets look alike: compare it with the name that is meant.`,
      ),
    ];
  }
  if (!hostname.includes('.')) {
    return [note('warn', 'A name without a dot is another host in every network.')];
  }
  return [];
}

function portNotes(text: string, port: string | undefined): OriginNote[] {
  if (port !== undefined) return [note('neutral', `Only port ${port} of this host is trusted.`)];
  // What was typed names a port, and what is stored does not.
  const typed = /^(?:(?:[a-z]+:)?\/\/)?(?:\[[^\]]*\]|[^:/?#\\]*):(\d+)/i.exec(text)?.[1];
  if (typed === undefined) return [];
  const reason = text.includes('//')
    ? 'what its scheme stands for'
    : 'a default port, which browsers never name';
  return [note('neutral', `Port ${typed} is ${reason}, and is left out.`)];
}

function schemeNotes(text: string, hostname: string): OriginNote[] {
  if (!/^http:\/\//i.test(text) || isThisMachine(hostname)) return [];
  return [
    note(
      'warn',
      'Pages that come by plain http can be changed on their way. The list knows hosts only: it trusts the host by http and https alike.',
    ),
  ];
}

const isAddress = (hostname: string): boolean => hostname.startsWith('[') || /^[\d.]+$/.test(hostname);

function isThisMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
