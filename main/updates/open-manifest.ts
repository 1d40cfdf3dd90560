import { verify } from 'node:crypto';
import type { UpdateChannel, UpdateManifest } from '../../contract/updates/update-manifest.ts';
import { signedManifestSchema, updateManifestSchema } from '../../contract/updates/update-manifest.ts';
import { formatDate } from '../../languages/text/intl.ts';
import { failure } from '../platform/errors/failure.ts';
import { parseOrNothing } from '../platform/json/parse-or-nothing.ts';

export interface ManifestTrust {
  /** Ed25519, as PEM. */
  readonly publicKey: string;
  readonly channel: UpdateChannel;
  /** The sequence of the newest manifest of the channel that was believed. */
  readonly lastSequence: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Larger than any manifest. */
export const maxManifestBytes = 1024 * 1024;

/**
 * The manifest in these bytes. Throws `update-untrusted` unless the publisher signed it for this channel, it is still valid, and it
 * isn't older than one that was seen before. Nothing in it is read before its signature is verified.
 */
export function openManifest(bytes: Uint8Array, trust: ManifestTrust): UpdateManifest {
  const { manifest: text, signature } = envelopeOf(bytes);
  if (!isSigned(text, signature, trust.publicKey)) {
    throw untrusted('isn’t signed by the publisher of Tenant Desk. Check the feed and the proxy.');
  }
  const parsed = updateManifestSchema.safeParse(parseOrNothing(text));
  if (!parsed.success) throw untrusted('has a format that this version doesn’t know.');
  const manifest = parsed.data;
  if (manifest.channel !== trust.channel) throw untrusted(`is the one of the ${manifest.channel} channel.`);
  if (manifest.sequence < trust.lastSequence) {
    throw untrusted('is older than one that was read before. Someone may be hiding a newer version.');
  }
  const end = Date.parse(manifest.expiresAt);
  if (end <= trust.now) {
    throw untrusted(`expired on ${formatDate(end)}. Check the clock of this computer.`);
  }
  return manifest;
}

function envelopeOf(bytes: Uint8Array) {
  const parsed =
    bytes.byteLength > maxManifestBytes
      ? undefined
      : signedManifestSchema.safeParse(parseOrNothing(Buffer.from(bytes).toString('utf8')));
  if (parsed?.success !== true) throw untrusted('has no signature. Check the feed and the proxy.');
  return parsed.data;
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const untrusted = (why: string) =>
  failure('update-untrusted', `Nothing was downloaded: the update feed ${why}`);
