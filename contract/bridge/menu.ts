import { z } from 'zod';

/** Commands of the window's menu; each opens something, regardless of focus. */
export const menuCommandSchema = z.enum(['palette', 'shortcuts', 'settings', 'about']);

export type MenuCommand = z.infer<typeof menuCommandSchema>;
