import { describe, expect, it } from 'vitest';
import type { ComparedItem } from '../kind/compared.ts';
import { matchItems } from './match-items.ts';

const item = (id: string, name: string, variant = 'SAML'): ComparedItem => ({ id, name, variant });
const idsOf = (items: readonly ComparedItem[]): string[] => items.map(({ id }) => id);

describe('items of two tenants', () => {
  it('match by name, whatever their IDs and surrounding whitespace', () => {
    const { pairs, onlyFirst, onlySecond } = matchItems(
      [item('a1', 'Pay roll '), item('a2', '🧾 Invoices')],
      [item('b1', ' Pay roll'), item('b2', '🧾 Invoices')],
    );
    expect(pairs.map(({ first, second }) => [first.id, second.id])).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ]);
    expect([onlyFirst, onlySecond]).toEqual([[], []]);
  });

  it('don’t match if their names differ in case, or their variants differ', () => {
    const { pairs, onlyFirst, onlySecond } = matchItems(
      [item('a1', 'Payroll'), item('a2', 'Mail', 'SAML')],
      [item('b1', 'payroll'), item('b2', 'Mail', 'OpenID Connect')],
    );
    expect(pairs).toEqual([]);
    expect(idsOf(onlyFirst)).toEqual(['a1', 'a2']);
    expect(idsOf(onlySecond).toSorted()).toEqual(['b1', 'b2']);
  });

  it('are matched by name alone if a tenant doesn’t return the variant', () => {
    const { pairs } = matchItems([item('a1', 'Payroll', '')], [item('b1', 'Payroll', 'SAML')]);
    expect(pairs.map(({ first, second }) => [first.id, second.id])).toEqual([['a1', 'b1']]);
  });

  it('are unclear if several have the same name, and no match is guessed', () => {
    const { pairs, unclear, onlyFirst } = matchItems(
      [item('a1', 'Payroll'), item('a2', 'Payroll'), item('a3', 'Payroll', 'WS-Fed')],
      [item('b1', 'Payroll')],
    );
    expect(pairs).toEqual([]);
    expect(unclear.map(({ first, second }) => [idsOf(first), idsOf(second)])).toEqual([
      [['a1', 'a2'], ['b1']],
    ]);
    expect(idsOf(onlyFirst)).toEqual(['a3']);
  });

  it('are unclear if several could match the one without a variant', () => {
    const { pairs, unclear } = matchItems(
      [item('a1', 'Payroll', '')],
      [item('b1', 'Payroll', 'SAML'), item('b2', 'Payroll', 'WS-Fed')],
    );
    expect(pairs).toEqual([]);
    expect(unclear).toHaveLength(1);
  });

  it('exist in only one tenant if the other has none of that name, even if there are two', () => {
    const { onlyFirst, unclear } = matchItems([item('a1', 'Payroll'), item('a2', 'Payroll')], []);
    expect(idsOf(onlyFirst)).toEqual(['a1', 'a2']);
    expect(unclear).toEqual([]);
  });
});
