import type { FastifyInstance, FastifyReply } from 'fastify';
import { publicAccess } from '../http/route-access.ts';
import { drawIcon } from './icons.ts';
import { ICON_FOLDER, templates } from './templates.ts';

const names = new Map(
  templates.map((template) => [template.icon.slice(ICON_FOLDER.length).toLowerCase(), template.name]),
);

/**
 * Serves the icons of templates and users. They aren't secret and need no token: pages show them as images.
 */
export function addIconRoutes(
  app: FastifyInstance,
  displayNameOf: (userId: string) => string | undefined,
): void {
  app.get<{ Params: { file: string } }>(`${ICON_FOLDER}:file`, publicAccess, (request, reply) => {
    const name = names.get(request.params.file.toLowerCase());
    return name === undefined ? reply.code(404).send() : sendIcon(reply, drawIcon(name));
  });
  app.get<{ Params: { file: string } }>('/vfslow/lib/user/:file', publicAccess, (request, reply) => {
    const name = displayNameOf(request.params.file.replace(/\.svg$/i, ''));
    return name === undefined ? reply.code(404).send() : sendIcon(reply, drawIcon(name));
  });
}

function sendIcon(reply: FastifyReply, svg: string): FastifyReply {
  return reply
    .type('image/svg+xml')
    .header('cache-control', 'public, max-age=86400')
    .header('content-security-policy', "default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(svg);
}
