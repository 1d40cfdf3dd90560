import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PackageKind, ReleasedFile, UpdateManifest } from '../../contract/updates/update-manifest.ts';
import { signManifest } from '../../tools/release/update-manifests.ts';
import type { IssuedCertificate } from '../fakes/certificate.ts';

const day = 86_400_000;

/** A key of releases, as PEM. */
export function aReleaseKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

export type ReleaseKey = ReturnType<typeof aReleaseKey>;

/** The entry of a file in a manifest. */
export function aReleasedFile(
  name: string,
  content: Uint8Array,
  kind: PackageKind = 'appimage',
): ReleasedFile {
  return {
    path: `1.1.0/${name}`,
    kind,
    arch: 'x64',
    size: content.byteLength,
    sha512: createHash('sha512').update(content).digest('base64'),
  };
}

/** A manifest that offers 1.1.0 to everyone. */
export function aManifest(changes: Partial<UpdateManifest> = {}): UpdateManifest {
  const now = Date.now();
  return {
    sequence: 100,
    channel: 'stable',
    version: '1.1.0',
    publishedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 30 * day).toISOString(),
    rollout: 100,
    heldBack: [],
    minimumVersion: '0.1.0',
    files: [],
    notes: '### Added\n\n- Preview webhooks as email',
    ...changes,
  };
}

export interface UpdateServer extends AsyncDisposable {
  readonly feedUrl: string;
  readonly key: ReleaseKey;
  readonly file: ReleasedFile;
  /** The content of that file. */
  readonly content: Buffer;
  /** What was requested: the path, and the range if there was one. */
  readonly requests: string[];
  /** A signed manifest that lists the file. */
  signed(changes?: Partial<UpdateManifest>, key?: ReleaseKey): Buffer;
  /** Serves such a manifest. */
  offer(changes?: Partial<UpdateManifest>, key?: ReleaseKey): void;
  /** Serves these bytes at the path. */
  serve(path: string, bytes: Uint8Array): void;
  /** Breaks the connection in the middle of the next responses to requests from this byte on. */
  cut(at: { readonly from: number; readonly times: number }): void;
}

interface UpdateServerChoices {
  readonly content?: Buffer;
  /** Of `localhost`; without, the server speaks plain HTTP. */
  readonly tls?: IssuedCertificate;
}

/** A server with a feed of updates, on this machine: a static server that knows ranges. */
export async function anUpdateServer({
  content = randomBytes(2_500_000),
  tls,
}: UpdateServerChoices = {}): Promise<UpdateServer> {
  const key = aReleaseKey();
  const file = aReleasedFile('tenant-desk-1.1.0-linux-x86_64.AppImage', content);
  const served = new Map<string, Uint8Array>([[`/feed/${file.path}`, content]]);
  const requests: string[] = [];
  let cuts = { from: 0, times: 0 };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '', headers } = request;
    requests.push([url, headers.range].filter(Boolean).join(' '));
    const found = served.get(url);
    if (found === undefined) response.writeHead(404).end();
    else respond(request, response, found);
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createSecureServer({ key: tls.key, cert: tls.certificate }, listener);

  function respond({ headers }: IncomingMessage, response: ServerResponse, found: Uint8Array): void {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined || last === undefined) return void response.writeHead(200).end(found);
    const part = found.subarray(Number(first), Number(last) + 1);
    response.writeHead(206, {
      'content-range': `bytes ${first}-${last}/${found.byteLength}`,
      'content-length': part.byteLength,
    });
    if (cuts.times === 0 || Number(first) < cuts.from) return void response.end(part);
    cuts = { ...cuts, times: cuts.times - 1 };
    response.write(part.subarray(0, 1000), () => response.destroy());
  }

  const signed: UpdateServer['signed'] = (changes = {}, by = key) =>
    Buffer.from(signManifest(aManifest({ files: [file], ...changes }), by.privateKey));

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    feedUrl: tls === undefined ? `http://127.0.0.1:${port}/feed/` : `https://localhost:${port}/feed/`,
    ...{ key, file, content, requests, signed },
    offer(changes = {}, by = key) {
      served.set(`/feed/${changes.channel ?? 'stable'}.json`, signed(changes, by));
    },
    serve: (path, given) => void served.set(`/feed/${path}`, given),
    cut: (at) => void (cuts = at),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
