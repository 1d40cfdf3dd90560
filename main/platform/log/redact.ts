import { mapSecretParts } from '../secrets/secret-address.ts';

/** Replaces a secret. */
const hidden = '[hidden]';

const secretKey =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(token|secret|password|verifier|assertion)|code|nonce|state)$/i;

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${hidden}`],
  [/\beyJ[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]*){1,4}/g, hidden],
  [
    /\b((?:access|refresh|id)_token|client_secret|code|code_verifier|code_challenge|sandbox_ticket|state|nonce|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    `$1$2${hidden}`,
  ],
  [/(\/\/)[^\s/@:]+:[^\s/@]+@/g, `$1${hidden}@`],
];

const address = /\b(?:https?|wss?):\/\/[^\s"'<>`{}|^]+/gi;

/** Removes anything that looks like a token, a code or a password from a text, and the secret parts of URLs. */
export function redactText(text: string): string {
  return patterns
    .reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
    .replace(address, (found) => mapSecretParts(found, () => hidden));
}

/** Copies a value for the log: hides secrets by name and pattern, and reduces errors to name and message. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '[deep]';
  if (value instanceof Error) {
    return {
      name: value.name,
      message: redactText(value.message),
      ...(value.stack === undefined ? {} : { stack: redactText(value.stack) }),
      ...(value.cause === undefined ? {} : { cause: redact(value.cause, depth + 1) }),
    };
  }
  if (Array.isArray(value)) return value.slice(0, 100).map((entry: unknown) => redact(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      secretKey.test(key) ? hidden : redact(entry, depth + 1),
    ]),
  );
}
