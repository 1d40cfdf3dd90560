import { z } from 'zod';
import { method } from '../schema/method.ts';
import { maxViewStateLength } from './view-state-limits.ts';

const viewStateKeySchema = z.string().min(1).max(200);
const viewStateValueSchema = z.string().max(maxViewStateLength);

/** What a window remembers of its views, such as widths of panes, by key. It belongs to the profile, and holds no data of tenants. */
export const viewStateMethods = {
  'viewState.read': method(z.undefined(), z.record(z.string(), z.string()), { lane: 'local' }),
  /** Null forgets a value. What was written longest ago is dropped when all together become too large. */
  'viewState.write': method(z.record(viewStateKeySchema, viewStateValueSchema.nullable()), z.undefined(), {
    lane: 'local',
  }),
} as const;
