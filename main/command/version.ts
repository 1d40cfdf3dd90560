/** Replaced by the build. */
declare const tdeskVersion: string | undefined;

export const version = typeof tdeskVersion === 'string' ? tdeskVersion : '0.0.0-source';
