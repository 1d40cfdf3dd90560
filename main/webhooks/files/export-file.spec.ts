import { describe, expect, it } from 'vitest';
import { readExportFile } from './export-file.ts';

const { signal } = new AbortController();
const encoder = new TextEncoder();

function ruleOf(name: string, requestBody: string) {
  const actionMetaData = { method: 'POST', content_type: 'text/plain', request_body: requestBody };
  return {
    policyId: `id of ${name}`,
    name,
    rule: { filterMetaData: { event_type: 'SecurityAlert' } },
    actions: [{ actionMetaData, providerMetaData: { risk_level: 'High' } }],
  };
}

function fileOf(ruleActions: readonly unknown[], more = {}) {
  const text = JSON.stringify({ ruleActions, version: '0.9', signature: 's', ...more });
  return { name: 'rules.json', bytes: encoder.encode(text) };
}

/** Longer than what is read in this thread. */
const long = 'x'.repeat(1500);

describe('an export file', () => {
  it.each([
    ['small', 3, ''],
    ['large, in a thread of its own', 2000, long],
  ])('is read completely when it is %s', async (_size, count, filling) => {
    // Half a surrogate pair at the end of one text and the start of the next must not be joined.
    const names = ['', 'Zoë', '名前 😀', 'half \ud83d', '\ude00 other half'];
    const rules = Array.from({ length: count }, (_, index) =>
      ruleOf(`${names[index % names.length] ?? ''}`, `${index}${filling}`),
    );
    const states = new Map([['id of Zoë', false]]);
    const file = await readExportFile(fileOf(rules), states, signal);
    expect(file).toMatchObject({ version: '0.9', isSigned: true });
    expect(file.rules).toHaveLength(count);
    for (const [index, rule] of file.rules.entries()) {
      const name = names[index % names.length] ?? '';
      expect(rule).toEqual({
        policyId: `id of ${name}`,
        name,
        description: '',
        eventType: 'SecurityAlert',
        riskLevel: 'High',
        enabled: name === 'Zoë' ? false : null,
        method: 'POST',
        url: '',
        contentType: 'text/plain',
        headers: '',
        requestBody: `${index}${filling}`,
      });
    }
  });

  it.each([
    ['small', ''],
    ['large', long.repeat(300)],
  ])('with an invalid shape is rejected with the location when it is %s', async (_size, filling) => {
    const wrong = [ruleOf('A', filling), { ...ruleOf('B', ''), actions: [] }, { policyId: 'c', name: 3 }];
    await expect(readExportFile(fileOf(wrong), new Map(), signal)).rejects.toMatchObject({
      error: {
        code: 'file-wrong-shape',
        detail: expect.stringMatching(/^ruleActions\[1\]\.actions: has no action\nruleActions\[2\]\.name: /),
      },
    });
    const none = fileOf([], { filling });
    await expect(readExportFile(none, new Map(), signal)).rejects.toMatchObject({
      error: { code: 'file-wrong-shape', detail: 'ruleActions: contains no webhooks' },
    });
    const cut = { name: 'cut.json', bytes: fileOf([ruleOf('A', filling)]).bytes.slice(0, -1) };
    await expect(readExportFile(cut, new Map(), signal)).rejects.toMatchObject({
      error: { code: 'file-not-json' },
    });
  });

  it('has warnings, including for a byte order mark', async () => {
    for (const filling of ['', long.repeat(300)]) {
      const { bytes } = fileOf([ruleOf('A', filling), ruleOf('A', '')], { signature: ' ', version: '1' });
      const file = { name: 'rules.json', bytes: Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), bytes]) };
      const { warnings } = await readExportFile(file, new Map(), signal);
      expect(warnings).toEqual([
        expect.stringContaining('version “1”'),
        expect.stringContaining('not signed'),
        expect.stringContaining('byte order mark'),
        expect.stringContaining('same ID'),
        expect.stringContaining('same name'),
      ]);
    }
  });
});
