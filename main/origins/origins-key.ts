/** Cache key of the trusted origins. */
export const originsKey = 'origins';
