import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';

/** Metadata on which “Fill from metadata” failed or might fail: rewritten after public files. */
interface MetadataCase {
  readonly id: string;
  readonly xml?: string;
  /** In the place of `xml`, where the encoding matters. */
  readonly bytesBase64?: string;
  /** Null: not proposed. */
  readonly settings: Readonly<Record<string, string | boolean | null>>;
  readonly notes: readonly string[];
}

const cases = ['default-endpoint', 'two-roles', 'validity', 'text', 'notes'].flatMap((kind) =>
  readFileSync(new URL(`../conformance/cases/metadata-${kind}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MetadataCase),
);

const on = useDesk();
let served = new Uint8Array();
let contentType = 'application/samlmetadata+xml';
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': contentType }).end(served);
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  url = `http://127.0.0.1:${address.port}/sp.xml`;
});
afterAll(() => {
  server.close();
});

const readFromUrl = (bytes: Uint8Array<ArrayBuffer>) => {
  served = bytes;
  return on.colleague.call('applications.readMetadata', { from: 'url', url });
};

describe('the metadata of a service provider, from a URL', () => {
  it.each(cases)('propose its settings with notes for the user: $id', async (one) => {
    const { settings, notes } = await readFromUrl(
      Buffer.from(one.bytesBase64 ?? one.xml ?? '', one.bytesBase64 === undefined ? 'utf8' : 'base64'),
    );
    for (const [name, value] of Object.entries(one.settings))
      expect([name, settings[name] ?? null]).toEqual([name, value]);
    expect(notes).toEqual(one.notes);
  });

  it.each(cases.filter(({ xml }) => xml !== undefined))(
    'are read the same when pasted: $id',
    async ({ xml = '' }) => {
      const pasted = await on.colleague.call('applications.readMetadata', { from: 'text', text: xml });
      expect(pasted).toEqual(await readFromUrl(Buffer.from(xml)));
    },
  );

  it('are read in the encoding that the server names, and rejected with a message in an unknown one', async () => {
    const xml = cases[0]?.xml?.replaceAll('sp.example/meta', 'sp.example/m\u00e9ta') ?? '';
    contentType = 'text/xml; charset=ISO-8859-1';
    expect((await readFromUrl(Buffer.from(xml, 'latin1'))).entityId).toBe('https://sp.example/m\u00e9ta');
    contentType = 'text/xml; charset="x-nobody"';
    await expect(readFromUrl(Buffer.from(xml))).rejects.toMatchObject({
      error: {
        code: 'invalid-input',
        message: 'Unsupported encoding X-NOBODY. Save the file as UTF-8.',
      },
    });
    contentType = 'text/xml';
  });
});
