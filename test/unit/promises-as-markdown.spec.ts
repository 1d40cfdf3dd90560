import { expect, it } from 'vitest';
import { promisesAsMarkdown } from '../run/promises-as-markdown.ts';
import type { VerifiedPromise } from '../run/promises-as-markdown.ts';

const promise = (changes: Partial<VerifiedPromise> = {}): VerifiedPromise => ({
  file: 'test/security/sign-in-callback.spec.ts',
  group: ['someone who can make the browser visit the address'],
  title: 'cannot burn a sign-in',
  outcome: 'kept',
  ...changes,
});

it('lists each promise under what it is about and where it is proven', () => {
  const page = promisesAsMarkdown([promise(), promise({ title: 'cannot use a callback again' })]);
  expect(page).toContain('2 cases, all that were run hold');
  expect(page).toContain('## Sign in callback');
  expect(page).toContain(
    '[`test/security/sign-in-callback.spec.ts`](../test/security/sign-in-callback.spec.ts)',
  );
  expect(page).toContain('**someone who can make the browser visit the address**');
  expect(page).toContain('- cannot burn a sign-in\n- cannot use a callback again');
});

it('names what is broken and what was not run, also in a long table of inputs, which is a number else', () => {
  const many = Array.from({ length: 40 }, (_, index) => promise({ title: `case ${index}` }));
  const page = promisesAsMarkdown([
    ...many,
    promise({ title: 'leaks', outcome: 'broken' }),
    promise({ title: 'needs a keyring', outcome: 'not run' }),
  ]);
  expect(page).toContain('**1 broken**');
  expect(page).toContain('(42 cases)');
  expect(page).toContain('- **Broken:** leaks\n- _Not run here:_ needs a keyring\n- 40 cases hold');
  expect(page).not.toContain('case 17');
});

it('takes nothing in a title for markup', () => {
  const page = promisesAsMarkdown([promise({ title: 'refuses <script>\n# and *this*' })]);
  expect(page).toContain('- refuses \\<script\\> \\# and \\*this\\*');
});
