/** Time limit of one run in milliseconds. A sign-in waits for its script, so a slower script is useless. */
export const TRIAL_MILLISECONDS = 250;
