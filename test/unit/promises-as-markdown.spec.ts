import { expect, it } from 'vitest';
import { promisesAsMarkdown } from '../run/promises-as-markdown.ts';
import type { VerifiedPromise } from '../run/promises-as-markdown.ts';

const promise = (changes: Partial<VerifiedPromise> = {}): VerifiedPromise => ({
  file: 'test/security/sign-in-callback.spec.ts',
  group: ['someone who can make the browser visit the address'],
  title: 'cannot burn a sign-in',
  outcome: 'passed',
  ...changes,
});

it('lists each case under its group and spec', () => {
  const page = promisesAsMarkdown([promise(), promise({ title: 'cannot use a callback again' })]);
  expect(page).toContain('2 cases, all executed cases passed');
  expect(page).toContain('## Sign in callback');
  expect(page).toContain(
    '[`test/security/sign-in-callback.spec.ts`](../test/security/sign-in-callback.spec.ts)',
  );
  expect(page).toContain('**someone who can make the browser visit the address**');
  expect(page).toContain('- cannot burn a sign-in\n- cannot use a callback again');
});

it('names failed and skipped cases, even in a long table of inputs that is otherwise only counted', () => {
  const many = Array.from({ length: 40 }, (_, index) => promise({ title: `case ${index}` }));
  const page = promisesAsMarkdown([
    ...many,
    promise({ title: 'leaks', outcome: 'failed' }),
    promise({ title: 'needs a keyring', outcome: 'skipped' }),
  ]);
  expect(page).toContain('**1 failed**');
  expect(page).toContain('(42 cases)');
  expect(page).toContain('- **Failed:** leaks\n- _Skipped:_ needs a keyring\n- 40 cases passed');
  expect(page).not.toContain('case 17');
});

it('escapes markup in titles', () => {
  const page = promisesAsMarkdown([promise({ title: 'refuses <script>\n# and *this*' })]);
  expect(page).toContain('- refuses \\<script\\> \\# and \\*this\\*');
});
