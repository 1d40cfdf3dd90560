/**
 * Parts of parameter names that indicate a secret. A false positive (`TokenCount`) only means that its value has to be entered
 * again.
 */
const secretName =
  /auth|bearer|credential|jwt|(?:api|access|private|secret|encryption|signing|license)[_-]?key|pass(?:word|wd|code|phrase)|pwd|secret|signature|token|otp|pin(?:code)?$|^key$|_key$|Key$/;

/** True if the value of a parameter with this name must not be stored in a history or written to a file. */
export function isSecretParameter(name: string): boolean {
  return secretName.test(name) || secretName.test(name.toLowerCase());
}
