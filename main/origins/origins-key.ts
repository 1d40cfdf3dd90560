/** Where the trusted origins are kept for when the tenant cannot be asked. */
export const originsKey = 'origins';
