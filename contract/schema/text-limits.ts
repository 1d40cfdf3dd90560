/** Maximum size of a script or webhook file, in bytes. */
export const maxTextBytes = 1024 * 1024;
