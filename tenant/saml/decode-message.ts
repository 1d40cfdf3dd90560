import { inflateRawSync } from 'node:zlib';
import { SamlRequestRejection } from './saml-failure.ts';

/** Longest message, in bytes once it is unpacked. A signed request with its certificate has about 6,000. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Base64 of such a message, with line breaks. */
export const MAX_PARAMETER_LENGTH = 96 * 1024;

/**
 * The XML in a `SAMLRequest` parameter: base64 with the POST binding, additionally deflated with the redirect
 * binding (Bindings, sections 3.4.4.1 and 3.5.4). Throws SamlRequestRejection if it is invalid or too long;
 * never decompresses more than `MAX_MESSAGE_BYTES`.
 */
export function decodeMessage(parameter: string, isDeflated: boolean): string {
  if (parameter.length > MAX_PARAMETER_LENGTH) throw tooLong();
  const compact = parameter.replace(/\s/g, '');
  if (compact === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact))
    throw new SamlRequestRejection(400, 'SAMLRequest is not valid base64.');
  const bytes = Buffer.from(compact, 'base64');
  const message = isDeflated ? inflate(bytes) : bytes;
  if (message.length > MAX_MESSAGE_BYTES) throw tooLong();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(message);
  } catch {
    throw new SamlRequestRejection(400, 'SAMLRequest is not encoded in UTF-8.');
  }
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_MESSAGE_BYTES });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLong();
    throw new SamlRequestRejection(400, "SAMLRequest can't be decompressed. Use DEFLATE.");
  }
}

const tooLong = (): SamlRequestRejection =>
  new SamlRequestRejection(413, `SAMLRequest is larger than ${MAX_MESSAGE_BYTES / 1024} KiB.`);
