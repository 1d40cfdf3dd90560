import { createPrivateKey, sign } from 'node:crypto';

/** Throws for a key of another kind. */
export function ed25519<Key extends { readonly asymmetricKeyType?: string }>(key: Key): Key {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of releases has to be an Ed25519 key.');
  return key;
}

/** Signs the bytes of the text with the key of releases (PEM). */
export const signText = (text: string, privateKey: string): Buffer =>
  sign(null, Buffer.from(text), ed25519(createPrivateKey(privateKey)));
