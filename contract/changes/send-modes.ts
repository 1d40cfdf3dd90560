import { z } from 'zod';

/**
 * Alternative requests for the same change, the default first. An item offers at most one of these choices, determined by its
 * kind.
 */
const sendModeChoices = [
  /** Order for replacing an item that can't be edited. Deleting first leaves a short gap, but never needs capacity for both. */
  ['create-first', 'delete-first'],
  /** How a role is assigned: by updating the whole application, or in a separate request with an undocumented payload. */
  ['update-application', 'publish-application'],
] as const;

export const sendModeSchema = z.enum(sendModeChoices.flat());
export type SendMode = z.infer<typeof sendModeSchema>;

/** All modes of the choice that includes this one, the default first. */
export function sendModesBeside(mode: SendMode): readonly SendMode[] {
  return sendModeChoices.find((modes) => modes.some((one) => one === mode)) ?? [mode];
}
