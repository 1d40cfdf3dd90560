import type { DiagnosticName, DiagnosticStatus } from '../../../../contract/diagnostics/diagnostics.ts';
import type { IconName } from '../../../ui/index.ts';

export const checkLabels: Readonly<Record<DiagnosticName, string>> = {
  program: 'Version',
  runtime: 'Runtime',
  disk: 'Disk space',
  profile: 'Profile folder',
  crashReports: 'Crash reports',
  services: 'Services',
  keychain: 'Keychain',
  policy: 'Policy',
  proxy: 'Proxy',
  certificates: 'Certificates',
};

interface StatusText {
  readonly icon: IconName;
  readonly text: string;
}

export const statusTexts: Readonly<Record<DiagnosticStatus, StatusText>> = {
  ok: { icon: 'circle-check', text: 'OK' },
  warning: { icon: 'alert-triangle', text: 'Warning' },
  failed: { icon: 'circle-x', text: 'Failed' },
};
