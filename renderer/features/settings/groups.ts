import type { Component } from 'svelte';
import AboutGroup from './AboutGroup.svelte';
import AppearanceGroup from './AppearanceGroup.svelte';
import StorageGroup from './data/StorageGroup.svelte';
import DiagnosticsGroup from './diagnostics/DiagnosticsGroup.svelte';
import { settingsGroups } from './group-names.ts';
import type { SettingsGroupId } from './group-names.ts';
import KeyboardGroup from './keyboard/KeyboardGroup.svelte';
import ManagedGroup from './ManagedGroup.svelte';
import NetworkGroup from './network/NetworkGroup.svelte';
import NotificationsGroup from './NotificationsGroup.svelte';
import SecurityGroup from './SecurityGroup.svelte';
import UpdatesGroup from './updates/UpdatesGroup.svelte';
import type { GroupName } from './page/settings-page.svelte.ts';

interface DrawnGroup extends GroupName {
  /** Draws a `SettingsGroup` with the rows. */
  readonly Group: Component<{ group: GroupName }>;
  readonly column: 1 | 2;
}

const components: Readonly<Record<SettingsGroupId, Pick<DrawnGroup, 'Group' | 'column'>>> = {
  appearance: { Group: AppearanceGroup, column: 1 },
  network: { Group: NetworkGroup, column: 1 },
  security: { Group: SecurityGroup, column: 1 },
  storage: { Group: StorageGroup, column: 1 },
  updates: { Group: UpdatesGroup, column: 2 },
  notifications: { Group: NotificationsGroup, column: 2 },
  keyboard: { Group: KeyboardGroup, column: 2 },
  managed: { Group: ManagedGroup, column: 2 },
  about: { Group: AboutGroup, column: 2 },
  // Last, because its checks take a while: nothing is below them.
  diagnostics: { Group: DiagnosticsGroup, column: 2 },
};

const allGroups: readonly DrawnGroup[] = (Object.keys(settingsGroups) as SettingsGroupId[]).map((id) => ({
  ...{ id, title: settingsGroups[id] },
  ...components[id],
}));

interface Shown {
  readonly hasPolicy: boolean;
  readonly hasTouchId: boolean;
}

/** Without those that are about something this computer doesn't have. */
export function shownGroups({ hasPolicy, hasTouchId }: Shown): readonly DrawnGroup[] {
  const absent = new Set([...(hasPolicy ? [] : ['managed']), ...(hasTouchId ? [] : ['security'])]);
  return allGroups.filter(({ id }) => !absent.has(id));
}
