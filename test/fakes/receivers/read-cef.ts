import { z } from 'zod';

/**
 * Keys of the CEF dictionary that we use, with their allowed values. Source: ArcSight, "Implementing CEF",
 * version 0.
 */
const extensionSchema = z.strictObject({
  rt: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  suser: z.string().max(1023),
  src: z.ipv4().optional(),
  shost: z.string().max(1023),
  requestClientApplication: z.string().max(1023),
  externalId: z.string().max(40),
  cs1Label: z.literal('risk'),
  cs1: z.string().max(4000),
  cs2Label: z.literal('address').optional(),
  cs2: z.string().max(4000).optional(),
});

export type CefExtension = z.infer<typeof extensionSchema>;

/**
 * Parses the header and the extension of one line of CEF.
 *
 * @throws if the text isn't a single line, or malformed.
 */
export function readCef(text: string): {
  readonly header: readonly string[];
  readonly extension: CefExtension;
} {
  const [line = '', ...more] = text.replace(/\n$/, '').split(/[\r\n]/);
  if (more.length > 0) throw new Error('It has more than one line.');
  // eslint-disable-next-line no-control-regex -- none are allowed
  if (/[\u0000-\u001f\u007f]/.test(line)) throw new Error('It contains a control character.');
  const parts = line.match(/^CEF:0\|((?:(?:[^|\\]|\\[|\\])*\|){6})(.*)$/);
  if (parts === null) throw new Error("It doesn't start with a header of seven members.");
  const header = [...(parts[1] ?? '').matchAll(/((?:[^|\\]|\\[|\\])*)\|/g)].map(([, member = '']) =>
    member.replaceAll(/\\([|\\])/g, '$1'),
  );
  const severity = Number(header[5]);
  if (!Number.isInteger(severity) || severity < 0 || severity > 10)
    throw new Error("Its severity isn't a number up to 10.");
  return { header, extension: extensionSchema.parse(Object.fromEntries(pairsOf(parts[2] ?? ''))) };
}

/** A key starts with a word before an unescaped equals sign; its value extends to the next key. */
function pairsOf(extension: string): (readonly [string, string])[] {
  if (/(?<!\\)(?:\\\\)*\\(?![\\=nr])/.test(extension)) throw new Error('A backslash is not escaped.');
  const keys = [...extension.matchAll(/(?:^| )(\w+)(?<!\\)=/g)];
  return keys.map((key, index) => {
    const from = key.index + key[0].length;
    const value = extension.slice(from, keys[index + 1]?.index ?? extension.length);
    if (/(?<!\\)(?:\\\\)*=/.test(value.replaceAll('\\=', '')))
      throw new Error(`An equals sign in ${key[1]} is not escaped.`);
    return [key[1] ?? '', value.replaceAll(/\\([\\=])/g, '$1')];
  });
}
