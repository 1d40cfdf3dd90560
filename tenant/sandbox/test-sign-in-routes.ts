import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ScriptResult } from '../../languages/assertion/run-assertion-script.ts';
import { AssertionScriptError } from '../../languages/assertion/script-failure.ts';
import { parseWith } from '../http/json-body.ts';
import { RequestRejection } from '../http/request-rejection.ts';
import { testedUserSchema, testSignInSchema } from './control-schemas.ts';
import type { SignInTesting } from './control.ts';

/**
 * Test sign-ins: the available users, starting and ending a test, and the output of the application's script
 * in it.
 */
export function addTestSignInRoutes(
  scope: FastifyInstance,
  { tests, people, findApplication, scripts }: SignInTesting,
  readBody: (request: FastifyRequest) => unknown,
): void {
  scope.get('/test-sign-ins/people', async () => ({
    people: people().map(({ id, username, displayName, jobTitle }) => ({
      id,
      username,
      display_name: displayName,
      job_title: jobTitle,
    })),
  }));
  scope.post('/test-sign-ins', async (request, reply) => {
    const wanted = parseWith(testSignInSchema, readBody(request));
    if (findApplication(wanted.application_id) === undefined)
      throw unknown('Application', wanted.application_id);
    const { id } = tests.begin({
      applicationId: wanted.application_id,
      receiver: wanted.receiver,
      requestId: wanted.request_id,
      username: wanted.username,
    });
    return reply.code(201).send({ id });
  });
  scope.delete<{ Params: { id: string } }>('/test-sign-ins/:id', async (request, reply) => {
    tests.end(request.params.id);
    return reply.code(204).send();
  });
  scope.get<{ Params: { id: string } }>('/test-sign-ins/:id/script', async (request) => {
    const test = tests.find(request.params.id);
    if (test === undefined) throw unknown('Test sign-in', request.params.id);
    const requestedUser = parseWith(testedUserSchema, request.query).user ?? tests.userOf(test.id);
    const user = requestedUser ?? people().find(({ username }) => username === test.username)?.id ?? '';
    const application = findApplication(test.applicationId);
    if (application === undefined) throw unknown('Application', test.applicationId);
    try {
      const input = scripts.inputFor(application, user);
      return { user, input, set_by: await settingsOf(scripts.run(application, user)) };
    } catch {
      throw unknown('User', user);
    }
  });
}

/** The values a script set; empty if it fails. */
async function settingsOf(running: Promise<ScriptResult>): Promise<ScriptResult['setBy']> {
  try {
    return (await running).setBy;
  } catch (error) {
    if (error instanceof AssertionScriptError) return [];
    throw error;
  }
}

function unknown(what: string, id: string): RequestRejection {
  return new RequestRejection(404, 'not_found', `${what} ${id.slice(0, 100)} not found.`);
}
