import { describe, expect, it } from 'vitest';
import { rememberedList, rememberList } from './list-preferences.ts';

const of = { list: 'applications', tenantId: 'acme' };
const known = {
  orders: ['name', 'type'],
  columns: ['type', 'category'],
  defaults: { order: 'name', columns: ['type'] },
};

function storageOf(entries: Readonly<Record<string, string>> = {}) {
  const stored = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

describe('list preferences', () => {
  it('are stored per tenant', () => {
    const storage = storageOf();
    rememberList(storage, of, { order: 'type', columns: ['category'] });
    expect(rememberedList(storage, of, known)).toEqual({ order: 'type', columns: ['category'] });
    expect(rememberedList(storage, { ...of, tenantId: 'other' }, known)).toEqual(known.defaults);
  });

  it('fall back to the defaults for unknown values', () => {
    const storage = storageOf({ 'list:applications:acme': '{"order":"age","columns":["type","age",7]}' });
    expect(rememberedList(storage, of, known)).toEqual({ order: 'name', columns: ['type'] });
    expect(rememberedList(storageOf({ 'list:applications:acme': '{' }), of, known)).toEqual(known.defaults);
  });

  it('may have no columns', () => {
    const storage = storageOf();
    rememberList(storage, of, { order: 'name', columns: [] });
    expect(rememberedList(storage, of, known).columns).toEqual([]);
  });

  it('fall back to the defaults if storage fails', () => {
    const failing = {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
    };
    rememberList(failing, of, known.defaults);
    expect(rememberedList(failing, of, known)).toEqual(known.defaults);
  });
});
