import type { Provider } from 'oidc-provider';

interface Credentials {
  readonly name: string;
  readonly secret: string;
}

/**
 * Rewrites `Authorization: Basic` to percent-encoded credentials (RFC 6749 section 2.3.1) if a client sent
 * them unencoded. Both readings are tried, the documented one first: if only one of them is correct, there is
 * no ambiguity. `nameOf` maps a name at this URL to a client ID. Undefined if the header is unchanged.
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
  // Then the documented reading is rejected, or the literal one if it can't be decoded.
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
