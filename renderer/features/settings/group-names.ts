/** The groups of Settings in the order of the navigation, by what their URL ends with: `#/settings/keyboard`. */
export const settingsGroups = {
  appearance: 'Appearance',
  network: 'Network',
  security: 'Security',
  storage: 'Storage',
  updates: 'Updates',
  notifications: 'Notifications',
  keyboard: 'Keyboard',
  managed: 'Managed by your organization',
  about: 'About',
  diagnostics: 'Diagnostics',
} as const;

export type SettingsGroupId = keyof typeof settingsGroups;
