/**
 * Parts of names under which people enter what lets somebody in. A name that holds one without being meant so (`TokenCount`)
 * costs entering its value again.
 */
const secretName =
  /auth|bearer|credential|jwt|(?:api|access|private|secret|encryption|signing|license)[_-]?key|pass(?:word|wd|code|phrase)|pwd|secret|signature|token|otp|pin(?:code)?$|^key$|_key$|Key$/;

/** True where the value of a parameter of this name is kept in no history and written to no file. */
export function isSecretParameter(name: string): boolean {
  return secretName.test(name) || secretName.test(name.toLowerCase());
}
