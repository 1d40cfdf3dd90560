import { z } from 'zod';
import { versionSchema } from './version.ts';

/** Who gets a version: everyone, or those who chose previews. */
export const updateChannels = ['stable', 'preview'] as const;

export type UpdateChannel = (typeof updateChannels)[number];

/** What a file installs. `zip` is what macOS updates from, and `dmg` what people download. */
export const packageKinds = ['appimage', 'deb', 'rpm', 'zip', 'dmg', 'nsis', 'msi'] as const;

export type PackageKind = (typeof packageKinds)[number];

/** A file of a release. */
export const releasedFileSchema = z.strictObject({
  /** Relative to the URL of the manifest, so that a mirror needs no other manifest. */
  path: z
    .string()
    .max(400)
    .regex(/^[\w.-]+(?:\/[\w.-]+)*$/, 'Use a relative path without special characters.')
    .refine((path) => !path.split('/').some((part) => /^\.+$/.test(part)), 'Use a path without dots.'),
  kind: z.enum(packageKinds),
  arch: z.enum(['x64', 'arm64']),
  /** In bytes. */
  size: z.int().min(1),
  /** SHA-512 in base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'Use a SHA-512 hash in base64.'),
});

/** What a channel offers. Everything that decides about an update is in here, and signed. */
export const updateManifestSchema = z.strictObject({
  /** Rises with every manifest that is signed, so that an older one can't be replayed. */
  sequence: z.int().min(1),
  /** A manifest of one channel isn't valid for the other. */
  channel: z.enum(updateChannels),
  version: versionSchema,
  publishedAt: z.iso.datetime(),
  /** From then on it isn't believed: someone may be holding back a newer one. */
  expiresAt: z.iso.datetime(),
  /** The percentage of installations that the version is offered to. */
  rollout: z.int().min(0).max(100),
  /** Versions that are not to be installed, and not to be used any longer. */
  heldBack: z.array(versionSchema).max(200),
  /** The oldest version that can update to this one automatically. */
  minimumVersion: versionSchema,
  files: z.array(releasedFileSchema).min(1).max(64),
  /** The section of the changelog, in Markdown. */
  notes: z.string().max(100_000),
});

/** A manifest with its signature, in one file, so that the two always fit. */
export const signedManifestSchema = z.strictObject({
  /** The manifest as JSON text: the signature is that of exactly these characters in UTF-8. */
  manifest: z.string().max(400_000),
  /** Ed25519, in base64. */
  signature: z.string().max(200),
});

export type ReleasedFile = z.infer<typeof releasedFileSchema>;
export type UpdateManifest = z.infer<typeof updateManifestSchema>;
export type SignedManifest = z.infer<typeof signedManifestSchema>;

/** The name of a channel's signed manifest in a feed. */
export const manifestFileOf = (channel: UpdateChannel): string => `${channel}.json`;
