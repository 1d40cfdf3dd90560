import type { Settings } from './settings.ts';

/** In a separate module without schemas, because the page needs it before it shows anything. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  proxyUrl: '',
  extraCertificates: '',
  crashReports: false,
  requestTimeoutSeconds: 30,
  updateChannel: 'stable',
  downloadsUpdates: true,
  touchId: false,
  // Tenants are synced automatically every few hours.
  notifications: { plans: true, exports: true, syncs: false, jobs: true },
  shortcuts: {},
};
