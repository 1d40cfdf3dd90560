import { expect, it } from 'vitest';
import { identifyProgram, programId } from './program-id.ts';

it('is set on Windows only', () => {
  const ids: string[] = [];
  const app = { setAppUserModelId: (id: string) => void ids.push(id) };
  for (const platform of ['linux', 'darwin', 'win32'] as const) identifyProgram(app, platform);
  expect(ids).toEqual([programId]);
});
