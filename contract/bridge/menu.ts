import { z } from 'zod';

/** What the menu of a window asks the page to do: to open something, whatever has the focus. */
export const menuCommandSchema = z.enum(['palette', 'shortcuts', 'settings', 'about']);

export type MenuCommand = z.infer<typeof menuCommandSchema>;
