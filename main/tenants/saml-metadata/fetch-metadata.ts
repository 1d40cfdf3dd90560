import { decodeXml, UnknownEncoding } from '../../../languages/text/decode-xml.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isSecureAddress } from '../../../contract/schema/loopback.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { maxMetadataLength } from './read-entities.ts';

const timeoutSeconds = 15;

export interface FetchedMetadata {
  /** Unchanged. */
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * Reads metadata from a URL, without credentials. https, or http on this machine; at most a million bytes. Throws `invalid-input` for
 * other URLs or encodings, `not-found` and `unexpected-response` for an unusable response.
 */
export async function fetchMetadata(
  transport: Transport,
  url: string,
  call: CallContext,
): Promise<FetchedMetadata> {
  const address = URL.parse(url);
  if (address === null) throw failure('invalid-input', 'Enter a valid URL.');
  if (!isSecureAddress(address.href))
    throw failure('invalid-input', 'Use an https URL. Plain http is only allowed on this machine.');
  if (address.username !== '' || address.password !== '')
    throw failure(
      'invalid-input',
      'The URL contains a username or password. Download the file and open it instead.',
    );
  const purpose = 'read the metadata';
  const { status, headers, body } = await transport.send({
    method: 'GET',
    url: address.href,
    headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
    signal: call.signal,
    maxBytes: maxMetadataLength,
    purpose,
    timeoutSeconds,
    isRead: true,
  });
  if (status === 404 || status === 410)
    throw failure('not-found', `Couldn’t ${purpose}: not found at ${address.host}${address.pathname}.`);
  if (status >= 300 && status < 400)
    throw failure(
      'unexpected-response',
      `Couldn’t ${purpose}: ${address.host} redirects to another URL. Enter that URL.`,
    );
  if (status !== 200)
    throw failure(
      'unexpected-response',
      `Couldn’t ${purpose}: ${address.host} responded with HTTP ${status}.`,
    );
  return { bytes: body, text: textOf(body, headers['content-type'] ?? '') };
}

function textOf(body: Uint8Array, contentType: string): string {
  const [, charset = ''] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  try {
    return decodeXml(body, charset).text;
  } catch (error) {
    if (error instanceof UnknownEncoding) throw failure('invalid-input', error.message);
    throw error;
  }
}
