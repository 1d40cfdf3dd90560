/** Milliseconds that one run of a trial may take. A sign-in waits for its script: what takes longer is no use. */
export const TRIAL_MILLISECONDS = 250;
