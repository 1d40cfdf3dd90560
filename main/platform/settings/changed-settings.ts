import type { ChangedSetting } from '../../../contract/settings/settings-file.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import { settingsSchema } from '../../../contract/settings/settings.ts';

export const settingNames = settingsSchema.keyof().options;

/** The settings that this version has, if their values are usable. */
export function knownSettings(settings: Readonly<Record<string, unknown>>): Partial<Settings> {
  return settingNames.reduce<Partial<Settings>>((known, name) => {
    if (!(name in settings)) return known;
    const value = settingsSchema.shape[name].safeParse(settings[name]);
    return value.success ? { ...known, [name]: value.data } : known;
  }, {});
}

/** Settings that differ from those here; managed ones stay as they are. */
export function changedSettings(
  from: Partial<Settings>,
  here: Settings,
  managed: Partial<Settings>,
): ChangedSetting[] {
  return settingNames.flatMap((name) => {
    if (!(name in from) || name in managed) return [];
    const [old, next] = [JSON.stringify(here[name]), JSON.stringify(from[name])];
    return next === old ? [] : [{ name, from: old, to: next }];
  });
}

/** The settings of `from` that would change. */
export function onlyChanged(from: Partial<Settings>, changes: readonly ChangedSetting[]): Partial<Settings> {
  const changed = new Set<string>(changes.map(({ name }) => name));
  return Object.fromEntries(Object.entries(from).filter(([name]) => changed.has(name)));
}
