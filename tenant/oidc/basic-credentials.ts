import type { Provider } from 'oidc-provider';

interface Credentials {
  readonly name: string;
  readonly secret: string;
}

/**
 * Rewrites `Authorization: Basic` as RFC 6749 section 2.3.1 has it, percent-encoded, where a client sent its credentials
 * as they are. Both readings are tried, the documented one first: a text that only one of them makes right is not
 * ambiguous. `nameOf` is what a name stands for at this address. Undefined where the header is to stay.
 */
export async function encodedBasic(
  provider: Provider,
  header: string | undefined,
  nameOf: (name: string) => string,
): Promise<string | undefined> {
  const text = /^Basic +([\w+/]+=*) *$/i.exec(header ?? '')?.[1];
  if (text === undefined) return undefined;
  const plain = Buffer.from(text, 'base64').toString('utf8');
  const at = plain.indexOf(':');
  if (at === -1) return undefined;
  const literal = { name: plain.slice(0, at), secret: plain.slice(at + 1) };
  const decoded = decode(literal);
  const readings = [decoded, literal]
    .flatMap((one) => one ?? [])
    .map((one) => ({ ...one, name: nameOf(one.name) }));
  if (
    decoded?.name === literal.name &&
    decoded.secret === literal.secret &&
    readings[0]?.name === literal.name
  )
    return undefined;
  for (const reading of readings) if (await isRight(provider, reading)) return encode(reading);
  // The documented reading is refused, then; what cannot be read so, as the literal one.
  return readings[0] && encode(readings[0]);
}

async function isRight(provider: Provider, { name, secret }: Credentials): Promise<boolean> {
  if (secret === '') return false;
  try {
    const client = await provider.Client.find(name);
    return client !== undefined && (await client.compareClientSecret(secret));
  } catch {
    return false;
  }
}

function decode({ name, secret }: Credentials): Credentials | undefined {
  const form = (text: string): string => decodeURIComponent(text.replaceAll('+', '%20'));
  try {
    return { name: form(name), secret: form(secret) };
  } catch {
    return undefined;
  }
}

function encode({ name, secret }: Credentials): string {
  const pair = `${encodeURIComponent(name)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
