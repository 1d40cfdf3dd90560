/** Characters of one remembered value; more is refused as `invalid-input`. */
export const maxViewStateLength = 64 * 1024;
