/** A script in a file, in bytes: far more than a person writes. */
export const mostScriptBytes = 1024 * 1024;
