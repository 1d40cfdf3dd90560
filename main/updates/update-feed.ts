import type { Settings } from '../../contract/settings/settings.ts';
import type { UpdateChannel, UpdateManifest } from '../../contract/updates/update-manifest.ts';
import { manifestFileOf } from '../../contract/updates/update-manifest.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import type { ChosenUpdate } from './choose-update.ts';
import { chooseUpdate } from './choose-update.ts';
import type { Installation } from './installation.ts';
import { maxManifestBytes, openManifest } from './open-manifest.ts';
import type { ReleaseFacts } from './release-facts.ts';
import type { UpdateMemory } from './update-memory.ts';

export interface FeedParts {
  readonly transport: Pick<Transport, 'send'>;
  readonly memory: UpdateMemory;
  readonly release: ReleaseFacts;
  /** The version that is running. */
  readonly version: string;
  readonly installation: Installation;
  readonly policy: ManagedPolicy;
  readonly settings: () => Pick<Settings, 'updateChannel'>;
  readonly onlyNotifies: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What the newest manifest of a channel says, and means for this installation. */
export interface FeedContent {
  readonly manifest: UpdateManifest;
  /** Undefined: there is nothing newer. */
  readonly chosen: ChosenUpdate | undefined;
}

export interface UpdateFeed {
  /** Of the chosen channel, also from an earlier start; undefined if nothing is known that can be believed. */
  content(): FeedContent | undefined;
  checkedAt(): number | undefined;
  /** The URL of a released file. */
  urlOf(path: string): string;
  /** Throws errors of the transport, `unexpected-response`, and `update-untrusted`, after which nothing is known. */
  read(signal: AbortSignal): Promise<void>;
}

const purpose = 'check for updates';

export function createUpdateFeed(parts: FeedParts): UpdateFeed {
  const { memory, policy, release, version, installation } = parts;
  const channel = (): UpdateChannel => parts.settings().updateChannel;
  let known: { readonly channel: UpdateChannel; readonly content: FeedContent | undefined } | undefined;

  /** A mirror has the same manifests: the publisher's key decides whether they are believed. */
  function urlOf(path: string): string {
    const feed = policy.values.updateFeed ?? release.feedUrl;
    return new URL(path, feed.endsWith('/') ? feed : `${feed}/`).href;
  }

  function open(bytes: Uint8Array, of: UpdateChannel): FeedContent {
    const manifest = openManifest(bytes, {
      publicKey: release.publicKey,
      channel: of,
      lastSequence: memory.channel(of)?.sequence ?? 0,
      now: parts.now(),
    });
    const chosen = chooseUpdate(manifest, {
      ...{ version, installation },
      installationId: memory.installationId,
      maxVersion: policy.values.maxVersion,
      onlyNotifies: parts.onlyNotifies,
      manifestUrl: urlOf(manifestFileOf(of)),
    });
    return { manifest, chosen };
  }

  function recall(of: UpdateChannel): FeedContent | undefined {
    const remembered = memory.channel(of);
    if (remembered === undefined) return undefined;
    try {
      return open(Buffer.from(remembered.signed), of);
    } catch {
      // It has expired since, or the file was changed: the next check says more.
      return undefined;
    }
  }

  return {
    content() {
      if (known?.channel !== channel()) known = { channel: channel(), content: recall(channel()) };
      return known.content;
    },
    checkedAt: () => memory.channel(channel())?.checkedAt,
    urlOf,
    async read(signal) {
      const of = channel();
      const body = await readManifest(parts.transport, urlOf(manifestFileOf(of)), signal);
      try {
        const content = open(body, of);
        const signed = Buffer.from(body).toString('utf8');
        memory.note(of, { sequence: content.manifest.sequence, signed, checkedAt: parts.now() });
        known = { channel: of, content };
      } catch (error) {
        // What it said before may come from someone else, too.
        known = { channel: of, content: undefined };
        throw error;
      }
    },
  };
}

async function readManifest(
  transport: FeedParts['transport'],
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { status, body } = await transport.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json', 'cache-control': 'no-cache' },
    signal,
    maxBytes: maxManifestBytes,
    purpose,
    isRead: true,
  });
  if (status === 200) return body;
  throw failure(
    'unexpected-response',
    `Couldn’t ${purpose}: ${new URL(url).host} responded with ${status}. Try again later.`,
  );
}
