import type { SessionUser } from './session.ts';

/** Display name of an account: its name, and its email to distinguish it. */
export function accountName({ name, email, subject }: SessionUser): string {
  if (name === undefined) return email ?? subject;
  return email === undefined || email === name ? name : `${name} (${email})`;
}

/** The display names of two accounts, with their IDs if the names are equal. */
export function namesApart(one: SessionUser, other: SessionUser): readonly [string, string] {
  const names = [accountName(one), accountName(other)] as const;
  if (names[0] !== names[1]) return names;
  return [`${names[0]}, ID ${one.subject}`, `${names[1]}, ID ${other.subject}`];
}
