import { describe, expect, it } from 'vitest';
import { readXml, type XmlLimits } from './read-xml.ts';

const strict: XmlLimits = { maxDepth: 3, maxElements: 4, rejectsInstructions: true };

describe('a message', () => {
  it('has names, attributes without a namespace, its own text, and its source', () => {
    const root = readXml(
      '<a:Root xmlns:a="urn:a" ID="1" a:other="2"> one <a:Part Name="&lt;x"><![CDATA[ & ]]></a:Part> two </a:Root>',
      strict,
    );
    expect(root).toMatchObject({ local: 'Root', uri: 'urn:a', text: 'one  two' });
    expect({ ...root.attributes }).toEqual({ ID: '1' });
    const [part] = root.children;
    expect(part).toMatchObject({ local: 'Part', uri: 'urn:a', text: '&' });
    expect(part?.source).toBe('<a:Part Name="&lt;x"><![CDATA[ & ]]></a:Part>');
    expect(part?.namespaces.get('a')).toBe('urn:a');
  });

  it('may have a member of any name', () => {
    const { attributes } = readXml('<a __proto__="1" constructor="2"/>', strict);
    expect(Object.entries(attributes)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(readXml('<a/>', strict).attributes['toString']).toBeUndefined();
  });

  it.each([
    ['<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['<?go now?><a/>', 'processing instruction'],
    ['<a><b></a>', 'not well-formed'],
    ['', 'not well-formed'],
    ['<a><b><c><d/></c></b></a>', 'deeper than 3'],
    ['<a><b/><b/><b/><b/></a>', 'more than 4'],
  ])('is rejected as %j', (xml, message) => {
    expect(() => readXml(xml, strict)).toThrow(message);
  });

  it('accepts a processing instruction and any number of elements if the limits allow it', () => {
    expect(readXml(`<?go now?><a>${'<b/>'.repeat(3000)}</a>`, { maxDepth: 3 }).children).toHaveLength(3000);
  });
});
