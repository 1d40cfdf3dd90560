import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a release knows about its publisher. It is in the `package.json` of the packed program, and in no other build. */
const releaseFactsSchema = z.object({
  /** Ed25519, as PEM. */
  publicKey: z.string().refine(isEd25519, 'Use an Ed25519 public key.'),
  /** The folder with the manifests. */
  feedUrl: z.url({ protocol: /^https?$/ }),
  /** The publisher in the certificate of Windows packages. */
  publisher: z.string().min(1).optional(),
});

export type ReleaseFacts = z.infer<typeof releaseFactsSchema>;

const packageSchema = z.object({ release: releaseFactsSchema.optional() });

/** Undefined if this isn't a release, or if its facts can't be used: then there are no updates. */
export function readReleaseFacts(programFolder: string): ReleaseFacts | undefined {
  try {
    const text = readFileSync(join(programFolder, 'package.json'), 'utf8');
    return packageSchema.parse(JSON.parse(text)).release;
  } catch {
    return undefined;
  }
}

function isEd25519(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
