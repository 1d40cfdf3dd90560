import { countCertificates } from '../../../../contract/settings/certificates.ts';
import type { ChangedSetting } from '../../../../contract/settings/settings-file.ts';
import type { Settings } from '../../../../contract/settings/settings.ts';
import { counted, formatNumber } from '../../../../languages/text/intl.ts';

const labels: Readonly<Record<keyof Settings, string>> = {
  theme: 'Theme',
  density: 'Density',
  proxyUrl: 'Proxy',
  extraCertificates: 'Certificates',
  crashReports: 'Crash reports',
  requestTimeoutSeconds: 'Request timeout',
  shortcuts: 'Keyboard shortcuts',
  notifications: 'Notifications',
  updateChannel: 'Update channel',
  downloadsUpdates: 'Download updates automatically',
  touchId: 'Touch ID for production',
};

export const labelOfSetting = (name: keyof Settings): string => labels[name];

export interface ShownChange {
  readonly name: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** Settings as people know them, with what they are and would be. */
export const shownChanges = (changes: readonly ChangedSetting[]): ShownChange[] =>
  changes.map(({ name, from, to }) => ({
    name,
    label: labelOfSetting(name),
    from: valueText(name, JSON.parse(from)),
    to: valueText(name, JSON.parse(to)),
  }));

/** Settings that decide who can read what is sent. */
export const changesConnections = (changes: readonly ChangedSetting[]): boolean =>
  changes.some(({ name }) => name === 'proxyUrl' || name === 'extraCertificates');

function valueText(name: keyof Settings, value: unknown): string {
  if (name === 'extraCertificates') {
    const count = countCertificates(String(value));
    return count === 0 ? 'none' : counted(count, 'certificate');
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return `${formatNumber(value)} s`;
  if (typeof value === 'object' && value !== null) {
    const count = Object.keys(value).length;
    return count === 0 ? 'default' : `${formatNumber(count)} changed`;
  }
  return value === '' ? 'none' : String(value);
}
