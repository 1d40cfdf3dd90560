import { expect, it } from 'vitest';
import { identifyProgram, programId } from './program-id.ts';

it('is told to Windows, and to no other system', () => {
  const told: string[] = [];
  const app = { setAppUserModelId: (id: string) => void told.push(id) };
  for (const platform of ['linux', 'darwin', 'win32'] as const) identifyProgram(app, platform);
  expect(told).toEqual([programId]);
});
