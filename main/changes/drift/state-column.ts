import { z } from 'zod';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { parseJsonColumn } from '../../platform/storage/database.ts';

const anything = z.unknown();
const read = (text: string | null): unknown => (text === null ? null : parseJsonColumn(anything, text));

/** Undefined for a state that is damaged on disk. */
export function readState(text: string | null): { readonly state: unknown } | undefined {
  try {
    return { state: read(text) };
  } catch (error) {
    if (error instanceof DeskFailure) return undefined;
    throw error;
  }
}
