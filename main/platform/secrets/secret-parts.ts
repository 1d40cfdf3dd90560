/**
 * Credentials of Windows hold at most 2560 bytes, and keytar stores UTF-8 there; a pair of tokens is often longer.
 * Source: wincred.h, CRED_MAX_CREDENTIAL_BLOB_SIZE.
 */
const maxPartBytes = 2000;

/** One version of a long secret: its parts have unique names, so that two versions never mix. */
export interface PartList {
  readonly version: string;
  readonly count: number;
}

export function partAccount(account: string, version: string, index: number): string {
  return `${account}/${version}.${index}`;
}

/** The entry and version of a part; undefined if the entry isn't a part. */
export function readPartAccount(
  name: string,
): { readonly account: string; readonly version: string } | undefined {
  const [, account, version] = /^(.+)\/([0-9a-f]{8})\.\d{1,4}$/.exec(name) ?? [];
  return account === undefined || version === undefined ? undefined : { account, version };
}

/** Undefined if the entry contains the secret itself (marked `=`) rather than a list of parts (marked `#`). */
export function readHead(head: string): PartList | undefined {
  return head.startsWith('#') ? readPartList(head.slice(1)) : undefined;
}

export function writeHead(list: PartList): string {
  return `#${writePartList(list)}`;
}

/** The versions that a write was adding or removing. */
export function readJournal(text: string): readonly PartList[] {
  return text.split(',').flatMap((entry) => readPartList(entry) ?? []);
}

export function writeJournal(lists: readonly PartList[]): string {
  return lists.map(writePartList).join(',');
}

function readPartList(text: string): PartList | undefined {
  const [, version, count] = /^([0-9a-f]{8}):(\d{1,4})$/.exec(text) ?? [];
  return version === undefined || count === undefined ? undefined : { version, count: Number(count) };
}

function writePartList({ version, count }: PartList): string {
  return `${version}:${count}`;
}

/** Splits a secret between characters into parts that fit every keychain; short secrets aren't split. */
export function splitSecret(secret: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of secret) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxPartBytes) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part];
}
