/** Hands the access of the page server to Electron's main process. */
export const pageVariable = 'TENANT_DESK_DEVELOPMENT_PAGE';
