import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { policyKeys, policySchema } from '../../contract/policy/policy.ts';
import { policyOf } from '../../main/platform/policy/read-policy.ts';
import { admlOf, admxOf } from './group-policy.ts';
import { policyEntries } from './policy-entries.ts';
import { withReferenceTable } from './reference-table.ts';
import { mobileConfigOf, policyJsonOf } from './samples.ts';

const entries = policyEntries();

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Every element of a well-formed document, with its attributes. */
function elementsOf(xml: string): readonly Element[] {
  const elements: Element[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const texts = Object.entries(attributes).map(([attribute, value]) => [attribute, String(value)]);
    elements.push({ name, attributes: Object.fromEntries(texts) });
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return elements;
}

const valuesOf = (elements: readonly Element[], name: string, attribute: string): readonly string[] =>
  elements.flatMap((element) => (element.name === name ? (element.attributes[attribute] ?? []) : []));

describe('the description of a policy key', () => {
  it.each(entries.map((entry) => [entry.key, entry] as const))('%s is complete', (key, entry) => {
    expect(entry.title.length).toBeLessThanOrEqual(40);
    expect(entry.description).toMatch(/\.$/);
    expect(entry.since).toMatch(/^\d+\.\d+\.\d+$/);
    expect(policySchema.safeParse({ [key]: entry.example }).success).toBe(true);
  });
});

describe('the templates for Group Policy', () => {
  const admx = elementsOf(admxOf(entries));
  const adml = elementsOf(admlOf(entries));

  it('define every key under the registry key that is read', () => {
    expect(valuesOf(admx, 'policy', 'name')).toEqual(policyKeys);
    expect(new Set(valuesOf(admx, 'policy', 'key'))).toEqual(
      new Set([String.raw`Software\Policies\Tenant Desk`]),
    );
    const stored = ['policy', 'decimal', 'enum', 'text', 'multiText'].flatMap((name) =>
      valuesOf(admx, name, 'valueName'),
    );
    expect(stored.toSorted()).toEqual([...policyKeys].toSorted());
  });

  it('have a text and a form for everything that they name', () => {
    const named = [...admxOf(entries).matchAll(/\$\((string|presentation)\.(\w+)\)/g)];
    for (const [, table = '', id = ''] of named) expect(valuesOf(adml, table, 'id')).toContain(id);
    const fields = ['decimal', 'enum', 'text', 'multiText'].flatMap((name) => valuesOf(admx, name, 'id'));
    const boxes = ['decimalTextBox', 'dropdownList', 'textBox', 'multiTextBox'].flatMap((name) =>
      valuesOf(adml, name, 'refId'),
    );
    expect(boxes.toSorted()).toEqual(fields.toSorted());
  });
});

describe('the samples', () => {
  it('of a policy file can be used as they are, apart from the certificate', () => {
    const { extraCertificates: _pem, ...value } = policySchema.parse(JSON.parse(policyJsonOf(entries)));
    expect(policyOf({ state: 'found', source: 'policy.json', value })).toMatchObject({
      values: { maxSessionHours: 8 },
      source: 'policy.json',
    });
  });

  it('of a configuration profile contain every key', () => {
    const xml = mobileConfigOf(entries);
    expect(elementsOf(xml)[0]?.name).toBe('plist');
    for (const key of policyKeys) expect(xml).toContain(`<key>${key}</key>`);
  });
});

it('the reference in docs/administration.md is the one of the schema: npm run policy:files', async () => {
  const file = 'docs/administration.md';
  const committed = readFileSync(file, 'utf8');
  const options = { ...(await resolveConfig(file)), filepath: file };
  expect(committed).toBe(await format(withReferenceTable(committed, entries), options));
});
