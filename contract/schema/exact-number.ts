import { z } from 'zod';
import { isExactNumber } from '../../languages/json/exact-number.ts';
import type { ExactNumber } from '../../languages/json/exact-number.ts';

/** A number that no double holds, by its digits. */
export const exactNumberSchema = z.custom<ExactNumber>(isExactNumber, 'must be a number');
