import { z } from 'zod';
import type { ValueSource } from '../../contract/test-sign-ins.ts';
import type { TestSubject } from './sign-in-test.ts';

const settingsSchema = z.looseObject({
  set_by: z.array(
    z.looseObject({ function: z.string(), name: z.string().nullable(), line: z.number().int().nullable() }),
  ),
});

/** Which line of the application's script called a function, for what there are many of by name. */
export type LineOf = (functions: readonly string[], name?: string) => ValueSource;

/**
 * Asks the tenant what its script did for a user: `userId`, or whoever signed in last in this test. What the tenant can't tell is
 * nobody's failure: everything is the tenant's then.
 */
export async function readLines(
  { client, profile, signal }: TestSubject,
  testId: string,
  userId?: string,
): Promise<LineOf> {
  const query = userId === undefined ? '' : `?user=${encodeURIComponent(userId)}`;
  const { set_by: settings } = await client.sandbox(
    {
      tenantId: profile.id,
      method: 'GET',
      path: `/sandbox/test-sign-ins/${encodeURIComponent(testId)}/script${query}`,
      response: settingsSchema,
      purpose: 'find out which line of the script set what',
    },
    { signal, requestId: testId },
  );
  return (functions, name) => {
    const found = settings.find(
      (one) => functions.includes(one.function) && (name === undefined || one.name === name),
    );
    return found?.line == null ? 'tenant' : { line: found.line };
  };
}
