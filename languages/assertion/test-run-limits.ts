/** Time limit of one run in milliseconds. A sign-in waits for its script, so a slower script is useless. */
export const TEST_RUN_MILLISECONDS = 250;
