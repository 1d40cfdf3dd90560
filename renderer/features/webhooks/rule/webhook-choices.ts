/** Documented values; both sets are open, so other values can be typed. */
export const eventTypes = [
  { value: 'SecurityAlert', label: 'SecurityAlert' },
  { value: 'Analytics.Server.AdaptiveSessionRecording', label: 'Analytics.Server.AdaptiveSessionRecording' },
] as const;

export const riskLevels = [
  { value: 'Low', label: 'Low' },
  { value: 'Medium', label: 'Medium' },
  { value: 'High', label: 'High' },
] as const;

export const methods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((value) => ({ value, label: value }));
