/** All Electron IPC channels. Separate from the schemas, so that the preload bundle needs none. */
export const channels = { call: 'desk:call', cancel: 'desk:cancel', event: 'desk:event' } as const;
