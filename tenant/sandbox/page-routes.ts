import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseWith } from '../http/json-body.ts';
import { RequestRejection } from '../http/request-rejection.ts';
import { bodyBytes } from '../http/request-scope.ts';
import { readDeliveryStatistics } from '../delivery/delivery-statistics.ts';
import { publicAccess, setDefaultAccess } from '../http/route-access.ts';
import { newPrivatePath, privatePathOf } from '../http/private-path.ts';
import { rejectForeignOrigin } from './control-guard.ts';
import { replayableDead } from './control-routes.ts';
import { generatorRequestSchema, raiseOneSchema } from './control-schemas.ts';
import type { SandboxControl } from './control.ts';
import { renderDeliveryPage } from './delivery-page.ts';
import { faultRequestSchema } from './fault.ts';
import { html } from './page-html.ts';
import type { PageSessions } from './page-sessions.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { SandboxKey } from './sandbox-key.ts';
import { pageHeader, pageShell } from './page-shell.ts';
import { renderStatusPage } from './status-page.ts';

const LATEST = 20;
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** The status page: HTML and forms without scripts, opened with a ticket or the sandbox key. */
export function addPageRoutes(
  scope: FastifyInstance,
  control: SandboxControl,
  sessions: PageSessions,
  key: SandboxKey,
): void {
  const { context } = control;
  const cookieName = `sandbox_${context.id.replace(/[^\w-]/g, '_')}`;
  const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
    reply.headers(PAGE_HEADERS).send(text);
  const isSignedIn = (request: FastifyRequest): boolean =>
    sessions.isOpen(readCookie(request.headers.cookie, cookieName));
  const goTo = (request: FastifyRequest, reply: FastifyReply, notice?: string): FastifyReply =>
    reply.redirect(`${rootOf(request)}${notice === undefined ? '' : `?notice=${notice}`}`, 303);
  const signIn = (reply: FastifyReply, session: string): FastifyReply => {
    const root = `${newPrivatePath(context.randomBytes)}/sandbox`;
    return reply
      .header('set-cookie', `${cookieName}=${session}; Path=${root}; HttpOnly; SameSite=Strict`)
      .redirect(root, 303);
  };

  scope.addHook('onRequest', async (request) => rejectForeignOrigin(context, request));

  scope.get('/page/style.css', publicAccess, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(PAGE_STYLE),
  );

  scope.get<{ Querystring: { ticket?: string; live?: string; notice?: string } }>(
    '/',
    publicAccess,
    async (request, reply) => {
      const { ticket, live, notice } = request.query;
      const session = ticket === undefined ? undefined : sessions.redeem(String(ticket));
      if (session !== undefined) return signIn(reply, session);
      if (!isSignedIn(request)) return sendPage(reply, renderDoor(control, rootOf(request), false));
      return sendPage(
        reply,
        renderStatusPage(readView(control, rootOf(request), live === '1', noticeText(notice))),
      );
    },
  );

  scope.post('/page/sign-in', publicAccess, async (request, reply) => {
    if (key.matches(readForm(request).get('key')?.trim() ?? '')) return signIn(reply, sessions.open('key'));
    return sendPage(reply.code(401), renderDoor(control, rootOf(request), true));
  });

  scope.register(async (inside) => {
    setDefaultAccess(inside, { kind: 'page-session' });
    inside.addHook('onRequest', async (request) => {
      if (isSignedIn(request)) return;
      throw new RequestRejection(
        401,
        'unauthorized',
        'Your session has expired. Open the status page again.',
      );
    });
    inside.get<{ Params: { id: string } }>('/page/deliveries/:id', async (request, reply) => {
      const { deliveries } = control.delivery;
      const delivery = deliveries.get(request.params.id);
      if (delivery === undefined) throw new RequestRejection(404, 'not_found', 'Delivery not found.');
      const attempts = deliveries.attempts(delivery.id);
      const { name, baseUrl } = context;
      return sendPage(
        reply,
        renderDeliveryPage({ root: rootOf(request), name, baseUrl, now: context.now(), delivery, attempts }),
      );
    });
    addPageActions(inside, control, goTo);
  });
}

function addPageActions(
  scope: FastifyInstance,
  control: SandboxControl,
  goTo: (request: FastifyRequest, reply: FastifyReply, notice?: string) => FastifyReply,
): void {
  const act = (path: string, run: (form: URLSearchParams) => string | Promise<string>): void => {
    scope.post(`/page/${path}`, async (request, reply) => goTo(request, reply, await run(readForm(request))));
  };
  act('raise', async (form) => {
    const columns = Object.fromEntries(
      ['user_name', 'reason']
        .map((name) => [name, form.get(name) ?? ''] as const)
        .filter(([, value]) => value !== ''),
    );
    const event = parseWith(raiseOneSchema, {
      event_type: form.get('event_type'),
      risk_level: form.get('risk_level'),
      columns,
    });
    await control.raise([
      { eventType: event.event_type, riskLevel: event.risk_level, columns: event.columns },
    ]);
    return 'raised';
  });
  act('generator', (form) => {
    control.generators.start(
      parseWith(generatorRequestSchema, { per_minute: Number(form.get('per_minute')) }),
    );
    return 'generator';
  });
  act('generator-stop', (form) => {
    control.generators.stop(form.get('id') ?? '');
    return 'stopped';
  });
  act('fault', (form) => {
    control.faults.add(parseWith(faultRequestSchema, { path: form.get('path'), kind: form.get('kind') }));
    return 'fault';
  });
  act('fault-remove', (form) => {
    control.faults.remove(form.get('id') ?? '');
    return 'removed';
  });
  act('replay', (form) => {
    control.replay([form.get('id') ?? '']);
    return 'replayed';
  });
  act('replay-dead', () => {
    control.replay(replayableDead(control));
    return 'replayed';
  });
  act('reset', async (form) => {
    if (form.get('sure') !== 'yes') {
      throw new RequestRejection(
        400,
        'invalid_request',
        'Confirm that you want to delete all data in this tenant.',
      );
    }
    await control.reset();
    return 'reset';
  });
}

/** The base path of a request's pages: those of a session are at a path that only its browser knows. */
function rootOf(request: FastifyRequest): string {
  return `${privatePathOf(request.raw)}/sandbox`;
}

const NOTICES: Readonly<Record<string, string>> = {
  raised: 'Event sent.',
  generator: 'Generator started.',
  stopped: 'Generator stopped.',
  fault: 'Fault added.',
  removed: 'Fault removed.',
  replayed: 'Deliveries queued again.',
  reset: 'Tenant reset.',
};

function noticeText(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(NOTICES, code) ? NOTICES[code] : undefined;
}

function readView(control: SandboxControl, root: string, isLive: boolean, notice: string | undefined) {
  const { context, delivery } = control;
  const rules = delivery.rules.count();
  return {
    root,
    name: context.name,
    baseUrl: context.baseUrl,
    now: context.now(),
    isLive,
    notice,
    rules: rules.all,
    enabledRules: rules.enabled,
    events: delivery.events.count(),
    statistics: readDeliveryStatistics(context.database, context.now()),
    deliveries: delivery.deliveries.list({ limit: LATEST }),
    generators: control.generators.list(),
    faults: control.faults.list(),
  };
}

function renderDoor(control: SandboxControl, root: string, isWrong: boolean): string {
  const { context } = control;
  const body = html`${pageHeader(context.name, context.baseUrl, html``)}
    <main class="door">
      <div class="panel">
        <h2>Sandbox controls</h2>
        <p>
          Open this page from Tenant Desk, or enter the sandbox key from the file <code>sandbox-key</code> in
          the data folder of this tenant.
        </p>
        ${isWrong ? html`<p class="notice bad" role="alert">Wrong sandbox key.</p>` : ''}
        <form method="post" action="${root}/page/sign-in">
          <label>Sandbox key<input name="key" type="password" autocomplete="off" required /></label>
          <button class="primary">Open controls</button>
        </form>
      </div>
    </main>`;
  return pageShell(`${context.name} sandbox`, root, body);
}

function readForm(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.from(bodyBytes(request.body)).toString('utf8'));
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=');
    if (key === name) return value.join('=');
  }
  return undefined;
}
