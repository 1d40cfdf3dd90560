import type { ApplicationMembers } from './application-members.ts';

const labels: Readonly<Record<string, string>> = {
  icon: 'icon',
  samlAttributes: 'SAML attributes',
};

/** Not sent by themselves: what they stand for is compared elsewhere, or says where a script comes from. */
const told: ReadonlySet<string> = new Set(['hasOwnScript', 'templateName']);

/**
 * The members in which an application differs from what was sent, in plain words: an update of one thing may change
 * nothing else. Line endings and blanks at the ends of texts carry no meaning.
 */
export function changedMembers(sent: ApplicationMembers, now: ApplicationMembers): string[] {
  const other = new Map(Object.entries(now));
  return Object.entries(sent)
    .filter(([name, value]) => !told.has(name) && meaningOf(value) !== meaningOf(other.get(name)))
    .map(([name]) => labels[name] ?? name);
}

function meaningOf(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n').trim();
  return JSON.stringify(value ?? null);
}
