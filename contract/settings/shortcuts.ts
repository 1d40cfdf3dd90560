import { z } from 'zod';

/** One press: modifiers, then a key, as in `Mod+Shift+K`, `F8` or `Mod++`. */
const chord = String.raw`(?:(?:Mod|Ctrl|Alt|Shift)\+)*(?:[A-Za-z][A-Za-z0-9]{0,19}|[^\s])`;
const keysPattern = new RegExp(String.raw`^(?:${chord}(?: [^\s])?)?$`, 'u');

const keysSchema = z
  .string()
  .max(40)
  .regex(keysPattern, 'Enter keys such as Mod+Shift+K, F8 or “g a”, or nothing.');

/**
 * Changed keyboard shortcuts, by their default keys: `{ 'Mod+K': 'Mod+P' }`. Empty keys: none. `Mod` is Cmd on macOS
 * and Ctrl elsewhere; two keys in sequence are separated by a space.
 */
export const shortcutsSchema = z
  .record(keysSchema.min(1), keysSchema)
  .refine((shortcuts) => Object.keys(shortcuts).length <= 200, 'At most 200 shortcuts can be changed.');

export type Shortcuts = Readonly<z.infer<typeof shortcutsSchema>>;

/** What of a stored value can be used: the rest keeps its default. */
export function usableShortcuts(stored: unknown): Shortcuts {
  const entries = z.record(z.string(), z.unknown()).safeParse(stored);
  if (!entries.success) return {};
  const taken = new Set<string>();
  const usable: Record<string, string> = {};
  for (const [name, keys] of Object.entries(entries.data)) {
    const one = shortcutsSchema.safeParse({ [name]: keys });
    const parsed = one.success ? one.data[name] : undefined;
    // Two commands can't have the same keys: the later one keeps its default.
    if (parsed === undefined || (parsed !== '' && taken.has(parsed))) continue;
    taken.add(parsed);
    usable[name] = parsed;
  }
  return usable;
}
