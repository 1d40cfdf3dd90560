import { describe, expect, it } from 'vitest';
import { ProcedureMemory } from './procedure-memory.svelte.ts';

function aStorage(begins: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(begins));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe('what is remembered of procedures', () => {
  it('is there again, each tenant with its own', () => {
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
    'survives %j in its place',
    (stored) => {
      const memory = new ProcedureMemory(aStorage({ 'procedures:acme': stored }), 'acme');
      expect(memory.favorites).toEqual([]);
      expect(memory.entered('constructor')).toEqual({});
      expect(memory.entered('a')).toEqual(stored.includes('kept') ? { c: 'kept' } : {});
    },
  );

  it('does without a storage that refuses', () => {
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
