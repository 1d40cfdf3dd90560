/** One header of an invocation, in the original order. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

type HeaderText =
  | { readonly ok: true; readonly headers: readonly HeaderLine[] }
  | { readonly ok: false; readonly problem: string };

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_LINES = 50;

/**
 * Headers that frame the message or belong to the connection: a rule that set them could split the request.
 */
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-webhook-delivery',
]);

/**
 * Parses the `headers` text of a webhook: one `Name: value` per line, separated by line feeds. The platform
 * specification gives no grammar; this one is ours and strict on purpose. Rejected are carriage returns,
 * control characters, folded lines, empty lines between headers, duplicate headers, and headers that frame
 * the message. Source of the name and value grammar: RFC 9110 section 5.
 */
export function parseHeaderText(text: string): HeaderText {
  if (text.trim() === '' && !text.includes('\r')) return { ok: true, headers: [] };
  if (text.includes('\r')) return reject('contains a carriage return; separate headers with a line feed');
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
  if (lines.length > MAX_LINES) return reject(`has more than ${MAX_LINES} lines`);
  const headers: HeaderLine[] = [];
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const where = `line ${index + 1}`;
    if (line === '') return reject(`${where} is empty`);
    const colon = line.indexOf(':');
    if (colon === -1) return reject(`${where} must have the form Name: value`);
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^[\t ]+|[\t ]+$/g, '');
    if (!TOKEN.test(name)) return reject(`${where} has an invalid header name`);
    if (!VALUE.test(value)) return reject(`${where} has an invalid character in its value`);
    const key = name.toLowerCase();
    if (RESERVED.has(key)) return reject(`${where} sets ${name}, which the service sets itself`);
    if (seen.has(key)) return reject(`${where} repeats ${name}`);
    seen.add(key);
    headers.push({ name, value });
  }
  return { ok: true, headers };
}

function reject(problem: string): HeaderText {
  return { ok: false, problem };
}
