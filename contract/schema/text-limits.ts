/** A script, or a webhook, in a file of its own, in bytes: far more than a person writes. */
export const maxTextBytes = 1024 * 1024;
