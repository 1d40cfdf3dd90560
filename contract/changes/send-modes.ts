import { z } from 'zod';

/**
 * Requests between which a person may choose for one and the same change, the default first. An item offers at most one of
 * these choices; which, if any, its kind says.
 */
const sendModeChoices = [
  /** In which order a thing that cannot be edited is replaced. Deleting first leaves a moment without it, and needs no room for both. */
  ['create-first', 'delete-first'],
  /** How an application gets a role: with the whole application, or in a request of its own whose payload is not documented. */
  ['update-application', 'publish-application'],
] as const;

export const sendModeSchema = z.enum(sendModeChoices.flat());
export type SendMode = z.infer<typeof sendModeSchema>;

/** All modes of the choice that this one belongs to, the default first. */
export function sendModesBeside(mode: SendMode): readonly SendMode[] {
  return sendModeChoices.find((modes) => modes.some((one) => one === mode)) ?? [mode];
}
