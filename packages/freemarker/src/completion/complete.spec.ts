import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VariableModel } from '../variables/variable-model.ts';
import { complete, type CompletionItem } from './index.ts';

const variables: readonly VariableModel[] = [
  {
    name: 'event',
    columns: [
      { name: 'user_name', type: 'STRING' },
      { name: 'count', type: 'LONG' },
    ],
  },
];

/** Completes at the `|`. */
function at(marked: string): {
  replaced: string;
  items: readonly CompletionItem[];
  labels: readonly string[];
} {
  const offset = marked.indexOf('|');
  const source = marked.replace('|', '');
  const { from, to, items } = complete(source, offset, variables);
  return { replaced: source.slice(from, to), items, labels: items.map(({ label }) => label) };
}

const rankOf = (items: readonly CompletionItem[], label: string): number =>
  items.find((item) => item.label === label)?.rank ?? Infinity;

describe('variables', () => {
  it('offers the columns of a variable and replaces the whole name under the cursor', () => {
    expect(at('${event.us|er}')).toMatchObject({ replaced: 'user', labels: ['user_name', 'count'] });
    expect(at('<#if event.|').labels).toEqual(['user_name', 'count']);
  });

  it("offers the service's variables and functions", () => {
    expect(at('${|}').labels).toEqual(['event', 'system', 'tenant_id', 'utils']);
    expect(at('${system.|').labels).toEqual(['domain', 'podscape']);
    expect(at('${utils.number|').items[0]).toMatchObject({
      insert: 'number_to_datetime_timezone()',
      detail: '(timestamp, timeZone) → string',
    });
  });

  it('offers what the template makes, where it can be used', () => {
    expect(at('<#assign total=1><#list xs as x>${|}</#list>').labels.slice(0, 2)).toEqual(['total', 'x']);
    expect(at('<#list xs as x></#list>${|}').labels).not.toContain('x');
    expect(at('<#macro m who>${|}</#macro>').labels).toContain('who');
  });
});

describe('built-ins', () => {
  it('puts those first that fit the value', () => {
    const forString = at('${event.user_name?|}').items;
    expect(rankOf(forString, 'json_string')).toBeLessThan(rankOf(forString, 'round'));
    const forNumber = at('${(event.count + 1)?|}').items;
    expect(rankOf(forNumber, 'c')).toBeLessThan(rankOf(forNumber, 'upper_case'));
    expect(forNumber[0]?.label).toBe('c');
  });

  it('shows parameters and result types, and marks deprecated ones', () => {
    const { items } = at('${x?|}');
    expect(items.find(({ label }) => label === 'upper_case')).toMatchObject({ detail: 'string → string' });
    expect(items.find(({ label }) => label === 'exists')?.isDeprecated).toBe(true);
  });

  it('offers those of loop variables only for loop variables', () => {
    expect(at('<#list xs as x>${x?|}</#list>').labels).toContain('has_next');
    expect(at('<#list xs as x>${y?|}</#list>').labels).not.toContain('has_next');
  });

  it('puts the cursor between the parentheses of those with arguments', () => {
    const join = at('${xs?|').items.find(({ label }) => label === 'join');
    expect(join).toMatchObject({ insert: 'join()', cursor: 5 });
  });

  it('is not confused by strings, comparisons and the ?? operator', () => {
    expect(at('${a["x>}"]?|').labels).toContain('upper_case');
    expect(at('<#if x??|>').labels).not.toContain('upper_case');
  });
});

describe('directives', () => {
  it('offers them behind <#, with their end tags', () => {
    const list = at('<#|').items.find(({ label }) => label === 'list');
    expect(list).toMatchObject({ insert: 'list  as item></#list>', cursor: 5 });
    expect(at('<#li| x as y>')).toMatchObject({ replaced: 'li' });
    expect(at('<#li| x as y>').items.find(({ label }) => label === 'list')?.insert).toBe('list');
  });

  it('offers only those that have an end behind </#', () => {
    expect(at('</#|').labels).toContain('if');
    expect(at('</#|').labels).not.toContain('else');
  });

  it('offers macros behind <@', () => {
    expect(at('<#macro fact n></#macro><@|').labels).toEqual(['fact']);
  });
});

it('offers nothing in text and comments', () => {
  expect(at('some text| here').items).toEqual([]);
  expect(at('<#-- ${x.| -->').items).toEqual([]);
});

it('accepts any text and any offset', () => {
  const piece = fc.constantFrom(
    '${',
    '}',
    '<#',
    '<#list x as y>',
    '</#',
    '<@',
    '?',
    '.',
    '!',
    '"',
    "'",
    '(',
    ')',
    'a',
    ' ',
    '\n',
    '<#--',
    '#{',
    '[',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.integer({ min: -5, max: 200 }), (pieces, offset) => {
      const source = pieces.join('');
      const { from, to } = complete(source, offset, variables);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(source.length);
    }),
    { numRuns: 500 },
  );
});
