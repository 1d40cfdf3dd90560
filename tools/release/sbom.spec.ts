import { describe, expect, it } from 'vitest';
import { softwareBill } from './sbom.ts';

const component = (name: string, version: string, properties: { name: string; value: string }[] = []) => ({
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  properties,
});
const all = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: {
    component: { 'bom-ref': 'tenant-desk@0.1.0', name: 'folder', type: 'library', version: '0.1.0' },
  },
  components: [
    component('got', '15.0.0'),
    component('got', '11.8.6', [{ name: 'cdx:npm:package:development', value: 'true' }]),
    component('svelte', '5.0.0', [{ name: 'cdx:npm:package:development', value: 'true' }]),
    { ...component('@github/keytar', '7.10.6'), name: 'keytar' },
  ],
  dependencies: [
    { ref: 'got@15.0.0', dependsOn: ['keyv@5.0.0', '@github/keytar@7.10.6'] },
    { ref: 'vitest@4.0.0', dependsOn: ['got@11.8.6'] },
  ],
};
const license = (name: string, version: string) => ({ name, version, license: 'MIT', text: '' });
const shipped = [license('got', '15.0.0'), license('svelte', '5.0.0'), license('@github/keytar', '7.10.6')];

describe('the software bill of materials', () => {
  const bill = softwareBill(all, shipped, '1.2.3');

  it('has the packages of the program in their versions, and none that only builds it', () => {
    expect(bill.components.map((each) => each['bom-ref'])).toEqual([
      'got@15.0.0',
      'svelte@5.0.0',
      '@github/keytar@7.10.6',
    ]);
    expect(JSON.stringify(bill)).not.toContain('development');
  });

  it('names the program, and changes nothing else', () => {
    expect(bill.metadata.component).toMatchObject({
      name: 'Tenant Desk',
      type: 'application',
      version: '1.2.3',
    });
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    expect(bill.components[0]).toMatchObject({ purl: 'pkg:npm/got@15.0.0' });
  });

  it('references only packages that it lists', () => {
    const listed = new Set([...bill.components.map((each) => each['bom-ref']), 'tenant-desk@0.1.0']);
    for (const { ref, dependsOn } of bill.dependencies) {
      expect([ref, ...dependsOn].filter((each) => !listed.has(each))).toEqual([]);
    }
    expect(bill.dependencies[0]?.dependsOn).toHaveLength(3);
  });

  it('is not written if a package of the program is missing from the lockfile', () => {
    expect(() => softwareBill(all, [license('zod', '4.0.0')], '1.2.3')).toThrow("doesn't have zod@4.0.0");
  });

  it('is not written from anything else', () => {
    expect(() => softwareBill({ bomFormat: 'SPDX' }, shipped, '1.2.3')).toThrow('CycloneDX');
  });
});
