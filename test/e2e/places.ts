/**
 * Views and items of a tenant, by the part of the URL after the tenant; a name with a colon is a placeholder
 * for an item in the list.
 */
export const places = [
  'overview',
  'applications',
  'applications/:application/settings',
  'applications/:application/script',
  'applications/:application/roles',
  'applications/:application/test-sign-in',
  'applications/:application/record',
  'catalog',
  'roles',
  'roles/everybody',
  'roles/matrix',
  'origins',
  'configuration',
  'queries',
  'procedures',
  'procedures/jobs',
  'webhooks',
  'webhooks/:webhook/template',
  'webhooks/:webhook/definition',
  'webhooks/:webhook/deliveries',
  'webhooks/:webhook/versions',
  'migration',
] as const;
