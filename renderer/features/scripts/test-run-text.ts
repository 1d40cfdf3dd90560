import type { ScriptFailure } from '../../../languages/assertion/script-failure.ts';
import type { TestRunResult, UserTestRun } from '../../../languages/assertion/try-scripts.ts';
import { counted, plural } from '../../../languages/text/intl.ts';

interface UserStatus {
  readonly tone: 'good' | 'warn' | 'bad';
  /** Label of the tag on a card. */
  readonly short: string;
  /** One line for a list. */
  readonly long: string;
}

export function placeText({ line, column }: ScriptFailure): string {
  return line === null ? 'at an unknown position' : `at line ${line}, column ${column ?? 1}`;
}

/** The result of a user with the draft. */
export function userStatus({ before, after, compared }: UserTestRun): UserStatus {
  if (!after.isOk) {
    return { tone: 'bad', short: 'error', long: `fails ${placeText(after.failure)}: nothing is sent` };
  }
  if (!before.isOk) {
    return { tone: 'warn', short: 'now runs', long: 'works with this draft; the tenant’s script fails' };
  }
  const names = compared.filter(({ sign }) => sign !== 'same').map(({ name }) => name);
  if (names.length === 0) return { tone: 'good', short: 'same', long: 'same as on the tenant' };
  const short = plural(names.length, { one: '1 differs', other: `${names.length} differ` });
  return {
    tone: 'warn',
    short,
    long: `${listed(names)} ${plural(names.length, { one: 'differs', other: 'differ' })}`,
  };
}

/** `Audience, NameID and Groups`; if more than four, the first three and the number of others. */
export function listed(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : [...names];
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Summary of the whole run for screen readers. */
export function testRunSentence({ syntax, users }: TestRunResult): string {
  if (syntax !== undefined) return `The script does not parse ${placeText(syntax)}.`;
  if (users.length === 0) return '';
  const stopped = users.filter(({ after }) => !after.isOk).length;
  const moved = users.filter((user) => user.after.isOk && userStatus(user).tone !== 'good').length;
  const people = counted(users.length, 'user');
  return `Tested with ${people}: ${moved} with differences, ${stopped} failed.`;
}

export function totalMilliseconds({ users }: TestRunResult): number {
  return users.reduce((sum, { before, after }) => sum + before.milliseconds + after.milliseconds, 0);
}
