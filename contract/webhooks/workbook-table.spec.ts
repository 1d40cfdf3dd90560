import { describe, expect, it } from 'vitest';
import { aWorkbook, aWorkbookRule } from '../../test/builders/a-workbook.ts';
import { createRulePacker, packSecrets, unpackWorkbook } from './workbook-table.ts';
import type { Workbook } from './workbooks.ts';
import { workbookMethods } from './workbooks.ts';

function packed({ rules, secrets, ...others }: Workbook) {
  const packer = createRulePacker();
  for (const rule of rules) packer.add(rule);
  return { ...others, rules: packer.table(), secrets: packSecrets(secrets) };
}

const run = { planId: 'plan', itemId: 'item', state: 'refused', message: 'No.' } as const;

describe('a packed workbook', () => {
  it('is unpacked to equal rules and secrets', () => {
    const rules = [
      aWorkbookRule({ key: 'a', name: 'A' }),
      aWorkbookRule({ key: 'b', name: 'B', address: [] }),
      aWorkbookRule({ key: 'm', name: 'M', address: [{ text: 'https://hooks.example/a', isMapped: true }] }),
      aWorkbookRule({ key: 'c', name: 'A', decision: 'conflict', options: ['skip'], run }),
      aWorkbookRule({ key: '__proto__', name: '', notes: [{ type: 'mapped', tone: 'warn', text: 'x' }] }),
      aWorkbookRule({ key: 'e', name: 'E', run: { ...run, itemId: 'other' } }),
    ];
    const secret = { id: 'a', name: 'Authorization', type: 'header', state: 'found', rules: 2 } as const;
    const secrets = [secret, { ...secret, id: 'b' }, { ...secret, id: 'c', state: 'missing' } as const];
    const workbook = aWorkbook({ rules, secrets });
    const response = packed(workbook);
    expect(workbookMethods['workbooks.read'].output.parse(response)).toEqual(response);
    expect(unpackWorkbook(response)).toEqual(workbook);
    expect(unpackWorkbook(packed(aWorkbook({ rules: [] })))).toEqual(aWorkbook({ rules: [] }));
  });

  it('is small: shared values are sent once', () => {
    const rules = Array.from({ length: 10_000 }, (_, index) =>
      aWorkbookRule({ key: String(index), name: `Rule ${index}` }),
    );
    const [rows, table] = [rules, packed(aWorkbook({ rules })).rules].map(
      (one) => JSON.stringify(one).length,
    );
    expect(table).toBeLessThan((rows ?? 0) / 5);
  });
});
