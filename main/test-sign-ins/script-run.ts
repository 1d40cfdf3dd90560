import { z } from 'zod';
import type { ValueSource } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { ScriptInput } from '../../languages/assertion/script-input.ts';
import type { TestSubject } from './sign-in-test.ts';

const fieldsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);
const text = z.string().optional();
const texts = z.array(z.string()).optional();

const inputSchema = z.object({
  user: z.object({
    ...{ username: z.string(), displayName: text, email: text, uuid: text },
    ...{ serviceType: text, serviceName: text, roleNames: texts, groupNames: texts },
    attributes: fieldsSchema.optional(),
  }),
  application: fieldsSchema,
  tenant: fieldsSchema.optional(),
  issuer: z.string(),
  serviceUrl: z.string(),
});

const scriptRunSchema = z.looseObject({
  input: inputSchema,
  set_by: z.array(
    z.looseObject({ function: z.string(), name: z.string().nullable(), line: z.number().int().nullable() }),
  ),
});

/** What set a value: a function call, identified by name where there are many. */
export type SourceOf = (functions: readonly string[], name?: string) => ValueSource;

/** The script of the application as the tenant ran it for the signed-in user. */
export interface ScriptRun {
  readonly sourceOf: SourceOf;
  /** The input of the script. */
  readonly input: ScriptInput;
}

/** Asks the tenant what its script did for a user: `userId`, or the last user who signed in, or tried to, in this test. */
export async function readScriptRun(
  { client, profile, signal }: TestSubject,
  testId: string,
  userId?: string,
): Promise<ScriptRun> {
  const query = userId === undefined ? '' : `?user=${encodeURIComponent(userId)}`;
  const { input, set_by: settings } = await client.sandbox(
    {
      tenantId: profile.id,
      method: 'GET',
      path: `/sandbox/test-sign-ins/${encodeURIComponent(testId)}/script${query}`,
      response: scriptRunSchema,
      purpose: 'load the script trace',
    },
    { signal, requestId: testId },
  );
  return {
    input,
    sourceOf(functions, name) {
      const found = settings.find(
        (one) => functions.includes(one.function) && (name === undefined || one.name === name),
      );
      if (found?.function === 'SamlAttributes') return 'settings';
      return found?.line == null ? 'tenant' : { line: found.line };
    },
  };
}

/** The input of a script that didn't run or stopped. Without an answer of the tenant, the rejection stays the same. */
export async function inputOfRejected(
  subject: TestSubject,
  testId: string,
): Promise<ScriptInput | undefined> {
  try {
    return (await readScriptRun(subject, testId)).input;
  } catch {
    return undefined;
  }
}
