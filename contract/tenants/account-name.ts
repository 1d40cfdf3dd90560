import type { SessionUser } from './session.ts';

/** How an account is called: its name, and what tells it from others of that name. */
export function accountName({ name, email, subject }: SessionUser): string {
  if (name === undefined) return email ?? subject;
  return email === undefined || email === name ? name : `${name} (${email})`;
}

/** The names of two accounts, with their IDs where the names alone don't tell them apart. */
export function namesApart(one: SessionUser, other: SessionUser): readonly [string, string] {
  const names = [accountName(one), accountName(other)] as const;
  if (names[0] !== names[1]) return names;
  return [`${names[0]}, ID ${one.subject}`, `${names[1]}, ID ${other.subject}`];
}
