import { expect, it } from 'vitest';
import type { ViewMemory } from './view-state.ts';
import { Visited } from './visited.ts';

function aMemory(): ViewMemory {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

it('has what was opened last first, each once, and no more than thirty', () => {
  const visited = new Visited(aMemory());
  for (let at = 0; at < 40; at += 1) visited.note(`#/${at}`, `Item ${at}`);
  visited.note('#/35', 'Item 35, renamed');
  const recent = visited.recent();
  expect(recent).toHaveLength(30);
  expect(recent.slice(0, 2)).toEqual([
    { path: '#/35', title: 'Item 35, renamed' },
    { path: '#/39', title: 'Item 39' },
  ]);
  expect(visited.recencies().get('#/39')).toBe(1);
  expect(visited.recencies().get('#/1')).toBeUndefined();
});

it('stores no names in the profile, and survives a damaged value', () => {
  const memory = aMemory();
  new Visited(memory).note('#/t/acme/applications/1', 'Payroll');
  expect(memory.getItem('desk.visited')).not.toContain('Payroll');
  expect(new Visited(memory).recent()).toEqual([{ path: '#/t/acme/applications/1', title: undefined }]);
  memory.setItem('desk.visited', '{');
  expect(new Visited(memory).recent()).toEqual([]);
});
