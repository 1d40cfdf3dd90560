/** Passes the page server's access data to Electron's main process. */
export const pageVariable = 'TENANT_DESK_DEVELOPMENT_PAGE';
