import { z } from 'zod';
import { method } from '../schema/method.ts';
import { maxViewStateLength } from './view-state-limits.ts';

const viewStateKeySchema = z.string().min(1).max(200);
const viewStateValueSchema = z.string().max(maxViewStateLength);

/** Stored view state by key, such as pane widths. Belongs to the profile, and contains no tenant data. */
export const viewStateMethods = {
  'viewState.read': method(z.undefined(), z.record(z.string(), z.string()), { lane: 'local' }),
  /** Null deletes a value. The oldest values are dropped if the total becomes too large. */
  'viewState.write': method(z.record(viewStateKeySchema, viewStateValueSchema.nullable()), z.undefined(), {
    lane: 'local',
  }),
} as const;
