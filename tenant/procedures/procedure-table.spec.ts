import { expect, it } from 'vitest';
import { findProcedure, procedures } from './procedure-table.ts';

it('finds every procedure by its file name alone, so names are unique', () => {
  for (const procedure of procedures) {
    const file = procedure.path.slice(procedure.path.lastIndexOf('/') + 1);
    expect(findProcedure(`/lib/elsewhere/${file}`)?.path).toBe(procedure.path);
  }
});
