import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AssertionScriptError } from '../../languages/assertion/script-failure.ts';
import { parseWith } from '../analytics/json-body.ts';
import { RequestRefusal } from '../analytics/request-refusal.ts';
import { testedUserSchema, testSignInSchema } from './control-schemas.ts';
import type { SignInTesting } from './control.ts';

/** Test sign-ins: who can sign in, one that begins or ends, and what the application's script made in it. */
export function addTestSignInRoutes(
  scope: FastifyInstance,
  { tests, people, hasApplication, runScript }: SignInTesting,
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
    if (!hasApplication(wanted.application_id)) throw unknown('application', wanted.application_id);
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
    if (test === undefined) throw unknown('test sign-in', request.params.id);
    const { user = tests.userOf(test.id) ?? '' } = parseWith(testedUserSchema, request.query);
    try {
      const { setBy } = await runScript(test.applicationId, user);
      return { user, set_by: setBy };
    } catch (error) {
      if (error instanceof AssertionScriptError) return { user, set_by: [] };
      throw unknown('user', user);
    }
  });
}

function unknown(what: string, id: string): RequestRefusal {
  return new RequestRefusal(404, 'not_found', `There is no ${what} ${id.slice(0, 100)}.`);
}
