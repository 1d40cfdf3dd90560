import { describe, expect, it } from 'vitest';
import { compile, utilsVariable } from '@tenant-desk/freemarker';
import { diagnose } from '@tenant-desk/freemarker/diagnostics';
import { receivers } from './index.ts';
import type { Receiver } from './index.ts';
import { sampleEvents } from '../template/sample-events.ts';
import { readCef } from '../../../../test/fakes/receivers/read-cef.ts';
import { receiverSchemas } from '../../../../test/fakes/receivers/receiver-schemas.ts';

type Columns = Readonly<Record<string, unknown>>;
const [{ columns: sample }] = sampleEvents;

/** Column values that break templates without escaping; undefined: the column is missing. */
const edgeCaseValues: readonly (readonly [string, unknown])[] = [
  ['a quote', 'the "blocked" list'],
  ['line breaks', 'one\ntwo\r\nthree'],
  ['a backslash', 'ACME\\greta'],
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['blanks', '   '],
  ['a huge number', 9_007_199_254_740_992],
  ['a number out of every range', 1.5e300],
  ['a number below zero', -1],
  ['a boolean', true],
  ['other alphabets', 'Zoë \u{1f98a} שלום 名前'],
  ['markup', '</script><script>alert(1)</script><!channel> & <users/all>'],
  ['Markdown', '[click](https://evil.example) *bold* `code` _it_'],
  ['the template language', '${event.reason} <#if x>#{y}'],
  ['control characters', 'a\u0000b\u001b[31m\u0085\u2028\u2029c'],
  ['what parts fields', 'a|b=c\\|d\\=e cs1=owned'],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['10,000 characters of two units each', `x${'\u{1f98a}'.repeat(10_000)}`],
  ['half a character', 'a\ud83e'],
];

function modelOf(columns: Columns) {
  return {
    ...columns,
    event: columns,
    system: { domain: 'acme.analytics.example', podscape: 'sandbox' },
    tenant_id: 'ACME01',
    utils: utilsVariable(),
  };
}

/** @throws the reason why the receiver would respond with 400. */
function accept({ id, contentType }: Receiver, output: string): void {
  if (/\bjson\b/.test(contentType)) {
    const schema = receiverSchemas[id];
    if (schema === undefined) throw new Error(`Nothing says what ${id} accepts.`);
    schema.parse(JSON.parse(output));
    // Teams has the lowest limit: 28 KB.
    expect(new TextEncoder().encode(output).byteLength).toBeLessThan(28_000);
    expect(output.isWellFormed()).toBe(true);
  } else readCef(output);
}

describe.each(receivers.map((receiver) => [receiver.name, receiver] as const))(
  'the template for %s',
  (_name, receiver) => {
    const render = compile(receiver.requestBody);
    const rejected: string[] = [];
    const attempt = (what: string, columns: Columns): void => {
      try {
        accept(receiver, render(modelOf(columns)));
      } catch (error) {
        rejected.push(`${what}: ${String(error)}`);
      }
    };

    it('is accepted with every sample event', () => {
      for (const { name, columns } of sampleEvents) attempt(name, columns);
      expect(rejected).toEqual([]);
    });

    it('is accepted with every edge case in every column, one at a time and all at once', () => {
      const columnNames = Object.keys(sample);
      for (const [what, value] of edgeCaseValues) {
        for (const column of columnNames) attempt(`${what} in ${column}`, { ...sample, [column]: value });
        attempt(`${what} everywhere`, Object.fromEntries(columnNames.map((column) => [column, value])));
      }
      attempt('an event without columns', {});
      expect(rejected).toEqual([]);
    });

    it('has no linter problems', () => {
      const variables = [
        { name: 'event', columns: Object.keys(sample).map((name) => ({ name, type: 'STRING' })) },
        { name: 'system', columns: [{ name: 'domain', type: 'STRING' }] },
      ];
      const found = diagnose(receiver.requestBody, {
        model: modelOf(sample),
        variables,
        contentType: receiver.contentType,
      });
      expect(found.map(({ severity, message, start }) => `${severity} at ${start}: ${message}`)).toEqual([]);
    });

    it('has no credential and no made-up URL, and lists what to fill in', () => {
      expect(receiver.toFillIn.length).toBeGreaterThan(0);
      expect(receiver.url).toBe(receiver.addressForm.includes('…') ? '' : receiver.addressForm);
      for (const line of receiver.headers.split('\n').filter((one) => /authorization|key|token/i.test(one)))
        expect(line).toMatch(/^[\w-]+: $/);
    });
  },
);

describe('the content of a message', () => {
  const textOf = (id: string, reason: string): string => {
    const receiver = receivers.find((one) => one.id === id);
    if (receiver === undefined) throw new Error(`There is no ${id}.`);
    return compile(receiver.requestBody)(modelOf({ ...sample, reason }));
  };

  it('contains no mentions or links, with any name', () => {
    expect(textOf('slack', '<!channel>')).toContain('&lt;!channel&gt;');
    expect(textOf('google-chat', '<users/all>')).toContain('&lt;users/all&gt;');
    expect(JSON.stringify(JSON.parse(textOf('teams', '[click](https://evil.example)')))).toContain(
      '\\\\[click\\\\]',
    );
  });

  it("can't add a field to a line of CEF", () => {
    const { extension } = readCef(textOf('cef', 'owned cs1=High src=203.0.113.9'));
    expect(extension).toMatchObject({ cs1: 'High', src: sample['client_ip'] });
    expect(readCef(textOf('cef', 'a|9|b')).header).toHaveLength(6);
  });
});
