import { z } from 'zod';

const queryBody = z.object({ Script: z.string() });

/**
 * True for management calls that change nothing, which alone may be sent twice. All of them are POST, so the
 * path tells, and for queries the text: a stored procedure may send mail.
 */
export function isManagementRead(path: string, body: unknown): boolean {
  if (/^\/redrock\/query\/?$/i.test(path)) {
    const parsed = queryBody.safeParse(body);
    return parsed.success && /^\s*select\b/i.test(parsed.data.Script);
  }
  return /^\/[^/]+\/Get[^/]*\/?$/i.test(path);
}
