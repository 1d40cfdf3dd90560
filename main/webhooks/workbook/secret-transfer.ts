import { isPlaceholder } from '../../../contract/values/placeholder.ts';
import type { WorkbookSecret } from '../../../contract/webhooks/workbooks.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { mapMarkedPieces } from '../../platform/secrets/secret-address.ts';
import { mapHeaderValues } from '../secrets/header-text.ts';
import type { Hide, WebhookSecrets } from '../secrets/webhook-secrets.ts';
import type { Guarded } from '../secrets/marked-credentials.ts';

/** A credential of one webhook. */
export type NeededSecret = Omit<WorkbookSecret, 'rules'>;

export interface ForTarget {
  /** With placeholders of the target; unchanged when one is missing. */
  readonly state: WebhookState;
  readonly needed: readonly NeededSecret[];
}

export interface SecretSources {
  readonly secrets: Pick<WebhookSecrets, 'reveal'>;
  /** The tenant to which the placeholders of the source belong. */
  readonly ownerId: string;
  readonly hide: Hide;
  /** What the user has entered for the target, by the ID of the secret. */
  readonly entered: Readonly<Record<string, string>>;
}

/** The webhook's key. */
interface Origin {
  /** For a missing URL. */
  readonly key: string;
  /** Its URL before any mapping. */
  readonly from: string;
}

/**
 * Transfers the credentials of webhooks from one tenant to another within this process: the value of a source placeholder
 * gets a target placeholder. Nothing is written anywhere. The same credential is looked up once.
 */
export function createSecretTransfer({ secrets, ownerId, hide, entered }: SecretSources) {
  const transferred = new Map<string, Promise<Guarded | undefined>>();

  function carry(guarded: Guarded): Promise<Guarded | undefined> {
    const key = `${guarded.url}\n${guarded.headers}`;
    const known = transferred.get(key) ?? reveal(guarded);
    transferred.set(key, known);
    return known;
  }

  /** Undefined when the value isn't known here. */
  async function reveal(guarded: Guarded): Promise<Guarded | undefined> {
    try {
      return hide(await secrets.reveal(ownerId, guarded));
    } catch {
      return undefined;
    }
  }

  async function carryHeaders(headers: string, needed: NeededSecret[]): Promise<string> {
    const lines: { readonly name: string; readonly mark: string }[] = [];
    mapHeaderValues(headers, (name, value) => {
      if (isPlaceholder(value)) lines.push({ name, mark: value });
      return value;
    });
    const values = new Map<string, string>();
    for (const { name, mark } of lines) {
      const id = headerSecretId(name, mark);
      const own = entered[id];
      const found = own === undefined ? await carry({ url: '', headers: headerLine(name, mark) }) : undefined;
      const value = own ?? (found === undefined ? undefined : valueOf(found.headers));
      if (value !== undefined) values.set(id, value);
      needed.push({
        id,
        name: name === '' ? 'A header line' : name,
        type: 'header',
        state: own !== undefined ? 'entered' : value === undefined ? 'missing' : 'found',
      });
    }
    return mapHeaderValues(headers, (name, value) => values.get(headerSecretId(name, value)) ?? value);
  }

  async function carryAddress({ key, from }: Origin, url: string, needed: NeededSecret[]): Promise<string> {
    if (url === '') {
      const id = addressSecretId(key);
      needed.push({ id, name: 'URL', type: 'address', state: id in entered ? 'entered' : 'missing' });
      return entered[id] ?? '';
    }
    let isMarked = false as boolean;
    mapMarkedPieces(url, (piece) => {
      isMarked = true;
      return piece;
    });
    if (!isMarked) return url;
    // Regardless of mappings: an entered value is the URL on the target.
    const id = `address ${from}`;
    const own = entered[id];
    const found = own === undefined ? await carry({ url, headers: '' }) : undefined;
    needed.push({
      id,
      name: hostOf(url),
      type: 'address',
      state: own !== undefined ? 'entered' : found === undefined ? 'missing' : 'found',
    });
    return own ?? found?.url ?? url;
  }

  return {
    async carry(origin: Origin, state: WebhookState): Promise<ForTarget> {
      const needed: NeededSecret[] = [];
      const url = await carryAddress(origin, state.url, needed);
      const headers = await carryHeaders(state.headers, needed);
      return { state: { ...state, url, headers }, needed };
    },
  };
}

/** Of a URL that the source doesn't include. */
export const addressSecretId = (key: string): string => `address-of ${key}`;

export function headerSecretId(name: string, mark: string): string {
  return `header ${name.toLowerCase()} ${mark}`;
}

/** Name and mark of a header whose value the user has to enter; undefined for a URL. */
export function headerOfSecret(id: string): { readonly name: string } | undefined {
  const [, name] = /^header (\S*) ••••[0-9a-f]{8}$/.exec(id) ?? [];
  return name === undefined ? undefined : { name };
}

/** Also of a line without a name. */
export const headerLine = (name: string, value: string): string =>
  name === '' ? value : `${name}: ${value}`;

/** The value of the only line. */
export function valueOf(line: string): string | undefined {
  let found: string | undefined;
  mapHeaderValues(line, (_name, value) => {
    found ??= value;
    return value;
  });
  return found;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
