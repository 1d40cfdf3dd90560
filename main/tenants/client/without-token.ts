import type { HttpAnswer } from '../../platform/http/transport.ts';

/** A tenant that quotes our token (some debugging pages do) must not bring it into a message, a cache or the log. */
export function withoutToken(answer: HttpAnswer, token: string): HttpAnswer {
  const body = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
  if (!body.includes(token)) return answer;
  return { ...answer, body: Buffer.from(body.toString('utf8').replaceAll(token, '[hidden]')) };
}
