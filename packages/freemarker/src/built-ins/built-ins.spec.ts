import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { complete } from '../completion/index.ts';
import { render, TemplateError } from '../index.ts';
import { toCamelCase } from '../lexer/naming-convention.ts';
import { versionNumber } from '../source/parse-settings.ts';
import type { BuiltIn } from './definition.ts';
import { arityOf } from './parameters.ts';
import { referenceOf } from './reference.ts';
import { BUILT_INS, builtInNamed } from './registry.ts';

const each = BUILT_INS.map((builtIn) => [builtIn.name, builtIn] as const);

/** What the example prints, or the code of its error, in the first version that has the built-in. */
function outcome({ example, since, sinceVersion }: BuiltIn): string {
  const isNewer = sinceVersion > versionNumber('2.3.31');
  try {
    return render(example.template, {}, isNewer ? { version: since } : {});
  } catch (error) {
    if (error instanceof TemplateError) return error.code;
    throw error;
  }
}

describe('every built-in', () => {
  it.each(each)('is defined once, under a name that can be written in both ways: %s', (name, builtIn) => {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(BUILT_INS.filter((other) => other.name === name)).toHaveLength(1);
    expect(builtInNamed(name)).toBe(builtIn);
    expect(builtInNamed(toCamelCase(name))).toBe(builtIn);
  });

  it.each(each)('is described in one sentence: %s', (_name, { doc, deprecated }) => {
    expect(doc).toMatch(/^["A-Z0-9].*\.$/);
    expect(deprecated?.use).not.toBe('');
  });

  it.each(each)('has an example that uses it, and that does what it says: %s', (name, builtIn) => {
    const { example } = builtIn;
    expect(example.template).toMatch(new RegExp(`\\?${name}\\b`));
    expect(outcome(builtIn)).toBe('output' in example ? example.output : example.error);
  });

  it.each(each)('names its parameters in an order that can be called: %s', (_name, { parameters }) => {
    const { min, max } = arityOf(parameters);
    expect(parameters.slice(0, min).every(({ presence }) => presence === 'required')).toBe(true);
    expect(parameters.slice(0, -1).every(({ presence }) => presence !== 'rest')).toBe(true);
    expect(max).toBeGreaterThanOrEqual(min);
  });
});

describe('what a built-in needs and never has here', () => {
  it.each(each.filter(([, { needs }]) => needs !== undefined))('is not offered: ?%s', (name) => {
    expect(complete('${x?}', 4).items.map(({ label }) => label)).not.toContain(name);
  });

  it.each(each.filter(([, { example }]) => 'error' in example))(
    'is the only excuse for failing: ?%s',
    (...row) => {
      expect(row[1].needs).toBeDefined();
    },
  );
});

it('rejects names that mix both spellings, and unknown names', () => {
  expect(builtInNamed('ends_With')).toBeUndefined();
  expect(builtInNamed('constructor')).toBeUndefined();
});

it('keeps the names of built-ins in their definitions and in no other list', () => {
  const folder = new URL('../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.startsWith('built-ins/'),
  );
  expect(files.length).toBeGreaterThan(100);
  // Names without an underscore are words of everyday code, too.
  const names = BUILT_INS.map(({ name }) => name).filter((name) => name.includes('_'));
  for (const path of files) {
    const code = withoutComments(readFileSync(new URL(path, folder), 'utf8'));
    const used = new Set(code.match(/[a-z]+(?:_[a-z]+)+/g));
    const found = names.filter((name) => used.has(name));
    // A lint rule may speak of a few, such as the escaping that JSON needs.
    expect(found.length, `${path} lists ${found.join(', ')}`).toBeLessThanOrEqual(3);
  }
});

it('lists them all in the reference', async () => {
  await expect(referenceOf(BUILT_INS)).toMatchFileSnapshot('../../REFERENCE.md');
});

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
