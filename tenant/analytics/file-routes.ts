import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { READ_WEBHOOKS } from '../requests/rights.ts';
import { randomIdentifier } from '../requests/identifier.ts';
import { readExportFile, writeExportFile } from './export-file.ts';
import { parseJson, parseWith } from '../http/json-body.ts';
import { RequestRejection } from '../http/request-rejection.ts';
import { bodyBytes, requireJson } from '../http/request-scope.ts';
import { MAX_RULES, type AnalyticsRoutesParts } from './rule-routes.ts';
import { inTransaction } from '../store/open-database.ts';

const FILE_LIMIT = 50 * 1024 * 1024;
/** Names allowed in a Content-Disposition header and as a file name on every system. */
const FILE_NAME = /^[A-Za-z0-9_(][A-Za-z0-9 _.()-]{0,99}$/;

const exportRequestSchema = z.object(
  {
    policy_ids: z
      .array(z.string('must be a string'), 'must be an array of rule IDs')
      .min(1, 'must name at least one rule')
      .max(MAX_RULES, `must name at most ${MAX_RULES} rules`),
    export_url: z.boolean('must be true or false'),
    export_header: z.boolean('must be true or false'),
  },
  'must be a JSON object',
);

/** Routes that export rules to a file and import them from one. */
export function addFileRoutes(scope: FastifyInstance, parts: AnalyticsRoutesParts): void {
  const { context, delivery, userNameOf } = parts;
  const { rules } = delivery;
  scope.register(multipart, { limits: { fileSize: FILE_LIMIT, files: 1, fields: 4, parts: 5 } });

  const forReaders = { config: { access: { kind: 'token', rights: READ_WEBHOOKS } } } as const;
  scope.post<{ Params: { name: string } }>(
    '/file/export/rules/webhook/:name',
    forReaders,
    async (request, reply) => {
      requireJson(request.headers['content-type']);
      const { name } = request.params;
      if (!FILE_NAME.test(name)) {
        throw new RequestRejection(
          400,
          'invalid_request',
          'File names may contain up to 100 letters, digits, spaces and the characters . _ - ( ).',
        );
      }
      const wanted = parseWith(exportRequestSchema, parseJson(bodyBytes(request.body)));
      const chosen = [...new Set(wanted.policy_ids)].map((id) => {
        const rule = rules.get(id);
        if (rule === undefined)
          throw new RequestRejection(404, 'not_found', `Rule ${id.slice(0, 100)} not found.`);
        return rule;
      });
      const options = { exportUrl: wanted.export_url, exportHeader: wanted.export_header };
      const file = Buffer.from(writeExportFile(context.id, chosen, options, context.installation), 'utf8');
      // The content type follows the specification, although the body is the file itself and not multipart.
      return reply
        .header('content-disposition', `attachment; filename="${name}.json"`)
        .header('content-type', 'multipart/form-data')
        .header('content-length', file.length)
        .send(file);
    },
  );

  scope.post('/file/import/rules/webhook', async (request, reply) => {
    const exported = readExportFile(parseJson(await readFilePart(request)), context.installation);
    const by = userNameOf(request);
    inTransaction(context.database, () => {
      if (rules.count().all + exported.length > MAX_RULES) {
        throw new RequestRejection(409, 'conflict', `The tenant keeps at most ${MAX_RULES} rules.`);
      }
      const at = context.now();
      for (const [index, rule] of exported.entries()) {
        if (request.failingBatchItem === index + 1) {
          throw new RequestRejection(500, 'internal_error', `The rule ${rule.name} failed (injected fault).`);
        }
        rules.insert({
          ...rule,
          policyId: randomIdentifier(context.randomBytes),
          // The file has no state. Only a rule without a URL can't be enabled.
          enabled: rule.url !== '',
          updatedBy: by,
          createdAt: at,
          updatedAt: at,
        });
      }
    });
    return reply.code(200).header('content-length', 0).send();
  });
}

async function readFilePart(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) {
    throw new RequestRejection(415, 'unsupported_media_type', 'Send the export file as multipart/form-data.');
  }
  const part = await request.file().catch((error: unknown) => {
    throw unreadable(error);
  });
  if (part === undefined) throw rejectPart('The request has no file part.');
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw unreadable(error);
  });
  // The library notices a file that is too large only when further chunks arrive.
  if (part.file.truncated) throw tooLarge();
  if (part.fieldname !== 'file') throw rejectPart(`The file part must be named file, not ${part.fieldname}.`);
  if (!part.filename.toLowerCase().endsWith('.json')) throw rejectPart('The file name must end in .json.');
  if (part.mimetype.toLowerCase() !== 'application/json') {
    throw rejectPart('The file part must have the content type application/json.');
  }
  return bytes;
}

function rejectPart(message: string): RequestRejection {
  return new RequestRejection(400, 'invalid_request', message);
}

function unreadable(error: unknown): RequestRejection {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'FST_REQ_FILE_TOO_LARGE'
    ? tooLarge()
    : new RequestRejection(400, 'invalid_request', "The multipart body can't be parsed.");
}

function tooLarge(): RequestRejection {
  return new RequestRejection(413, 'too_large', 'The export file is larger than 50 MB.');
}
