import { expect, it } from 'vitest';
import { brokenLinks } from '../run/broken-links.ts';

const files: Readonly<Record<string, string>> = {
  'README.md': '# The desk',
  'docs/plans.md':
    '# Plans\n\n## How to *add* `a kind`, again?\n\n## Steps\n\n## Steps\n\n```sh\n# no heading\n```\n',
  'docs/a b.md': '',
};

function brokenIn(text: string): string[] {
  const all = { ...files, 'docs/page.md': text };
  const read = (path: string): string => (all as Record<string, string>)[path] ?? '';
  return brokenLinks(['docs/page.md'], read, (path) => path in all).map(
    ({ line, link, reason }) => `${line} ${link}: ${reason}`,
  );
}

it('finds links to missing files, with their line', () => {
  expect(brokenIn('one\n[two](../README.md) and [three](gone.md)\n\n[four]: ../gone.md')).toEqual([
    '2 gone.md: file not found',
    '4 ../gone.md: file not found',
  ]);
});

it('finds anchors of missing headings, as GitHub names them', () => {
  expect(
    brokenIn('## Here\n[1](#here) [2](plans.md#how-to-add-a-kind-again) [3](plans.md#steps-1) [4](a%20b.md)'),
  ).toEqual([]);
  expect(brokenIn('[1](#here)\n[2](plans.md#steps-2)\n[3](plans.md#no-heading)')).toEqual([
    '1 #here: heading not found in docs/page.md',
    '2 plans.md#steps-2: heading not found in docs/plans.md',
    '3 plans.md#no-heading: heading not found in docs/plans.md',
  ]);
});

it('ignores code, mail links and other sites', () => {
  expect(
    brokenIn(
      '`[1](gone.md)` [2](https://example.com/gone.md) [3](mailto:a@example.com)\n```\n[4](gone.md)\n```',
    ),
  ).toEqual([]);
});
