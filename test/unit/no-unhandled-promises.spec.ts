import { Linter } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { noUnhandledPromises } from '../run/rules/no-unhandled-promises.ts';

const linter = new Linter({ configType: 'flat', cwd: import.meta.dirname });

/** The rule's findings for a component with functions that may fail. */
function messagesFor(markup: string): readonly string[] {
  const script = `<script lang="ts">
  async function save(): Promise<void> { await fetch('/'); }
  function show(): void {}
  const isSaved = Promise.resolve(true);
  const maybe = Math.random() > 0.5 ? isSaved : undefined;
  const onclick = save;
</script>`;
  return linter
    .verify(
      `${script}\n${markup}`,
      [
        ...svelte.configs.base,
        {
          files: ['**/*.svelte'],
          languageOptions: {
            parserOptions: {
              parser: tseslint.parser,
              projectService: { allowDefaultProject: ['*.svelte'] },
              extraFileExtensions: ['.svelte'],
              tsconfigRootDir: import.meta.dirname,
            },
          },
          plugins: { local: { rules: { 'no-unhandled-promises': noUnhandledPromises } } },
          rules: { 'local/no-unhandled-promises': 'error' },
        },
      ],
      'Probe.svelte',
    )
    .map(({ message }) => message);
}

const handler = "This handler returns an unhandled promise: show its failure, and don't return it.";
const condition = 'A promise is always true: await it first.';

describe('a promise in the markup of a component', { timeout: 60_000 }, () => {
  it.each([
    '<button onclick={save}>Save</button>',
    '<button {onclick}>Save</button>',
    '<button onclick={() => save()}>Save</button>',
    '<button onclick={async () => { await save(); }}>Save</button>',
    '<button onclick={() => (Math.random() > 0.5 ? save() : show())}>Save</button>',
  ])('is rejected if a handler returns it: %s', (markup) => {
    expect(messagesFor(markup)).toEqual([handler]);
  });

  it.each([
    '<button onclick={show}>Show</button>',
    '<button onclick={() => void save()}>Save</button>',
    '<button onclick={() => { void save(); }}>Save</button>',
    '<button title={String(isSaved)} onclick={undefined}>Save</button>',
  ])('is not reported if a handler returns nothing: %s', (markup) => {
    expect(messagesFor(markup)).toEqual([]);
  });

  it('is rejected as a condition, which would always be true', () => {
    expect(messagesFor('{#if isSaved}saved{/if}')).toEqual([condition]);
  });

  it('is allowed as a condition if it may be absent', () => {
    expect(messagesFor('{#if maybe}saving{/if}')).toEqual([]);
  });
});
