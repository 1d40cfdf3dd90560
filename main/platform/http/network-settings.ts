import type { Settings } from '../../../contract/settings.ts';

/** What of the settings concerns the network; applied to requests that begin afterwards. */
export type NetworkSettings = Pick<Settings, 'proxyUrl' | 'extraCertificates' | 'requestTimeoutSeconds'>;
