/** Headers of every answer of the analytics API. Source: platform specification, "Analytics webhook endpoints". */
export const SECURITY_HEADERS = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-xss-protection': '1; mode=block',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
} as const;
