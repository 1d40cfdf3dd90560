import { describe, expect, it } from 'vitest';
import { ProcedureMemory } from './procedure-memory.svelte.ts';

function aStorage(begins: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(begins));
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

describe('stored procedure settings', () => {
  it('are restored per tenant', () => {
    const storage = aStorage();
    const memory = new ProcedureMemory(storage, 'acme');
    memory.toggleFavorite('accounts');
    memory.enter('accounts', 'mode', 'Managed');
    memory.setPath('user-roles', '/lib/other.js');
    const again = new ProcedureMemory(storage, 'acme');
    expect(again.favorites).toEqual(['accounts']);
    expect(again.entered('accounts')).toEqual({ mode: 'Managed' });
    expect(again.path('user-roles')).toBe('/lib/other.js');
    again.setPath('user-roles', undefined);
    again.toggleFavorite('accounts');
    expect(new ProcedureMemory(storage, 'acme').path('user-roles')).toBeUndefined();
    expect(new ProcedureMemory(storage, 'acme').favorites).toEqual([]);
    expect(new ProcedureMemory(storage, 'other').entered('accounts')).toEqual({});
  });

  it.each(['', '{', 'null', '[1]', '{"favorites":7,"entered":{"a":{"b":1,"c":"kept"}},"paths":[]}'])(
    'ignore invalid data: %j',
    (stored) => {
      const memory = new ProcedureMemory(aStorage({ 'procedures:acme': stored }), 'acme');
      expect(memory.favorites).toEqual([]);
      expect(memory.entered('constructor')).toEqual({});
      expect(memory.entered('a')).toEqual(stored.includes('kept') ? { c: 'kept' } : {});
    },
  );

  it('work without storage', () => {
    const memory = new ProcedureMemory(
      {
        getItem: () => {
          throw new Error('Not allowed.');
        },
        setItem: () => {
          throw new Error('Full.');
        },
      },
      'acme',
    );
    memory.toggleFavorite('accounts');
    expect(memory.isFavorite('accounts')).toBe(true);
  });
});
