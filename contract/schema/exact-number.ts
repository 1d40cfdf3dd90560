import { z } from 'zod';
import { isExactNumber } from '../../languages/json/exact-number.ts';
import type { ExactNumber } from '../../languages/json/exact-number.ts';

/** A number that a double can't represent, as digits. */
export const exactNumberSchema = z.custom<ExactNumber>(isExactNumber, 'must be a number');
