import { randomUUID } from 'node:crypto';

/** A form with the one part `file`, as the import of webhooks wants it. Source: RFC 7578. */
export function multipartFile(file: { readonly name: string; readonly bytes: Uint8Array }): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
} {
  const boundary = `desk-${randomUUID()}`;
  const name = file.name.replaceAll('"', '%22').replace(/[\r\n]+/g, ' ');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/json\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
