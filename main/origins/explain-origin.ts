import { domainToUnicode } from 'node:url';
import type { ExplainedOrigin, OriginNote } from '../../contract/origins/origins.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { normalizeOrigin } from './origin.ts';

const note = (tone: OriginNote['tone'], message: string): OriginNote => ({ tone, message });

/** What the tenant would store for a text, or why it can't, and what to consider before trusting it. */
export function explainOrigin(text: string): ExplainedOrigin {
  try {
    const origin = normalizeOrigin(text);
    return { text, origin, notes: notesOf(text.trim(), origin) };
  } catch (thrown) {
    return { text, problem: toDeskError(thrown).message, notes: [] };
  }
}

/** Only the warnings about an origin, each with its name: for a review. */
export function originWarnings(origins: readonly string[]): string[] {
  return origins.flatMap((text) =>
    explainOrigin(text)
      .notes.filter(({ tone }) => tone !== 'neutral')
      .map(({ message }) => `${text}: ${message}`),
  );
}

function notesOf(text: string, origin: string): OriginNote[] {
  if (origin === 'null') {
    return [
      note(
        'bad',
        'Browsers use “null” for sandboxed frames, local files and some redirects. Any page can create one, so every website would be trusted.',
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
      note('warn', 'This is the user’s own computer: any local server there is trusted, on every computer.'),
    ];
  }
  if (isAddress(hostname)) {
    return [note('warn', 'An IP address: its next owner is trusted, too. Prefer a host name.')];
  }
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    return [
      note(
        'warn',
        `Users see this name as “${domainToUnicode(hostname)}”. Check for lookalike letters from other alphabets.`,
      ),
    ];
  }
  if (!hostname.includes('.')) {
    return [note('warn', 'A name without a dot is a different host in each network.')];
  }
  return [];
}

function portNotes(text: string, port: string | undefined): OriginNote[] {
  if (port !== undefined) return [note('neutral', `Only port ${port} of this host is trusted.`)];
  // The typed text has a port, and the stored one doesn't.
  const typed = /^(?:(?:[a-z]+:)?\/\/)?(?:\[[^\]]*\]|[^:/?#\\]*):(\d+)/i.exec(text)?.[1];
  if (typed === undefined) return [];
  const reason = text.includes('//')
    ? 'the default of its scheme'
    : 'a default port, which browsers never send';
  return [note('neutral', `Port ${typed} is ${reason}, so it isn’t stored.`)];
}

function schemeNotes(text: string, hostname: string): OriginNote[] {
  if (!/^http:\/\//i.test(text) || isThisMachine(hostname)) return [];
  return [
    note(
      'warn',
      'Pages loaded over plain HTTP can be modified in transit. The list has hosts only, so the host is trusted over HTTP and HTTPS.',
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
