import type { Settings } from './settings.ts';

/** By itself, for the page needs it before it shows anything, and no schema. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  proxyUrl: '',
  extraCertificates: '',
  requestTimeoutSeconds: 30,
};
