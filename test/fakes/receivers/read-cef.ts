import { z } from 'zod';

/** Keys of the CEF dictionary that we use, with what may stand there. Source: ArcSight, "Implementing CEF", version 0. */
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
 * The header and the extension of one line of CEF, unescaped.
 *
 * @throws where the text is not one line, or not of that form.
 */
export function readCef(text: string): {
  readonly header: readonly string[];
  readonly extension: CefExtension;
} {
  const [line = '', ...more] = text.replace(/\n$/, '').split(/[\r\n]/);
  if (more.length > 0) throw new Error('It is more than one line.');
  // eslint-disable-next-line no-control-regex -- none may be in it
  if (/[\u0000-\u001f\u007f]/.test(line)) throw new Error('A control character is in it.');
  const parts = line.match(/^CEF:0\|((?:(?:[^|\\]|\\[|\\])*\|){6})(.*)$/);
  if (parts === null) throw new Error('It does not begin with a header of seven members.');
  const header = [...(parts[1] ?? '').matchAll(/((?:[^|\\]|\\[|\\])*)\|/g)].map(([, member = '']) =>
    member.replaceAll(/\\([|\\])/g, '$1'),
  );
  const severity = Number(header[5]);
  if (!Number.isInteger(severity) || severity < 0 || severity > 10)
    throw new Error('Its severity is no number up to 10.');
  return { header, extension: extensionSchema.parse(Object.fromEntries(pairsOf(parts[2] ?? ''))) };
}

/** A key begins where a word before an unescaped equals sign begins; all up to the next one is its value. */
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
