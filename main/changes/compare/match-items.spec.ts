import { describe, expect, it } from 'vitest';
import type { ComparedItem } from '../kind/compared.ts';
import { matchItems } from './match-items.ts';

const thing = (id: string, name: string, variant = 'SAML'): ComparedItem => ({ id, name, variant });
const idsOf = (things: readonly ComparedItem[]): string[] => things.map(({ id }) => id);

describe('things of two tenants', () => {
  it('are the same by name, whatever their identifiers and the blanks around', () => {
    const { pairs, onlyFirst, onlySecond } = matchItems(
      [thing('a1', 'Pay roll '), thing('a2', '🧾 Invoices')],
      [thing('b1', ' Pay roll'), thing('b2', '🧾 Invoices')],
    );
    expect(pairs.map(({ first, second }) => [first.id, second.id])).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ]);
    expect([onlyFirst, onlySecond]).toEqual([[], []]);
  });

  it('are two where their names differ in case, or their variants', () => {
    const { pairs, onlyFirst, onlySecond } = matchItems(
      [thing('a1', 'Payroll'), thing('a2', 'Mail', 'SAML')],
      [thing('b1', 'payroll'), thing('b2', 'Mail', 'OpenID Connect')],
    );
    expect(pairs).toEqual([]);
    expect(idsOf(onlyFirst)).toEqual(['a1', 'a2']);
    expect(idsOf(onlySecond).toSorted()).toEqual(['b1', 'b2']);
  });

  it('are matched by name alone where a tenant does not tell the variant', () => {
    const { pairs } = matchItems([thing('a1', 'Payroll', '')], [thing('b1', 'Payroll', 'SAML')]);
    expect(pairs.map(({ first, second }) => [first.id, second.id])).toEqual([['a1', 'b1']]);
  });

  it('are unclear where several are called so, and no match is guessed', () => {
    const { pairs, unclear, onlyFirst } = matchItems(
      [thing('a1', 'Payroll'), thing('a2', 'Payroll'), thing('a3', 'Payroll', 'WS-Fed')],
      [thing('b1', 'Payroll')],
    );
    expect(pairs).toEqual([]);
    expect(unclear.map(({ first, second }) => [idsOf(first), idsOf(second)])).toEqual([
      [['a1', 'a2'], ['b1']],
    ]);
    expect(idsOf(onlyFirst)).toEqual(['a3']);
  });

  it('are unclear where several could be the one without a variant', () => {
    const { pairs, unclear } = matchItems(
      [thing('a1', 'Payroll', '')],
      [thing('b1', 'Payroll', 'SAML'), thing('b2', 'Payroll', 'WS-Fed')],
    );
    expect(pairs).toEqual([]);
    expect(unclear).toHaveLength(1);
  });

  it('are only in one tenant where the other has none of the name, twice too', () => {
    const { onlyFirst, unclear } = matchItems([thing('a1', 'Payroll'), thing('a2', 'Payroll')], []);
    expect(idsOf(onlyFirst)).toEqual(['a1', 'a2']);
    expect(unclear).toEqual([]);
  });
});
