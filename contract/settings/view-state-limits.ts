/** Maximum length of one value in characters; longer ones are rejected as `invalid-input`. */
export const maxViewStateLength = 64 * 1024;
