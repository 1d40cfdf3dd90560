import type { HeaderLine } from '../rules/header-text.ts';
import type { Delivery, DeliveryAttempt } from '../delivery/delivery-record.ts';
import { formatMilliseconds } from '../../languages/text/intl.ts';
import { html, timeAgo, type Html } from './page-html.ts';
import { pageHeader, pageShell, stateTag } from './page-shell.ts';

/** One delivery with everything that was sent and answered. */
interface DeliveryView {
  /** The path of the pages for this browser. */
  readonly root: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly now: number;
  readonly delivery: Delivery;
  readonly attempts: readonly DeliveryAttempt[];
}

export function renderDeliveryPage(view: DeliveryView): string {
  const { delivery } = view;
  const replay =
    delivery.kind === 'test' || delivery.status === 'pending'
      ? ''
      : html`<form class="inline" method="post" action="${view.root}/page/replay">
          <input type="hidden" name="id" value="${delivery.id}" /><button>Resend</button>
        </form>`;
  const body = html`${pageHeader(view.name, view.baseUrl, html`<a href="${view.root}">All deliveries</a>`)}
    <main>
      <section class="panel">
        <div class="bar">
          <h2>${delivery.ruleName}</h2>
          ${stateTag(delivery)}<span class="sp"></span>${replay}
        </div>
        <dl class="body">
          <dt>Delivery</dt>
          <dd><code>${delivery.id}</code></dd>
          <dt>Event</dt>
          <dd>${delivery.eventType} <code>${delivery.eventId ?? ''}</code></dd>
          ${
            delivery.replayOf === null
              ? ''
              : html`<dt>Redelivery of</dt>
                  <dd>
                    <a href="${view.root}/page/deliveries/${delivery.replayOf}"
                      ><code>${delivery.replayOf}</code></a
                    >
                  </dd>`
          }
          <dt>Queued</dt>
          <dd>${timeAgo(delivery.createdAt, view.now)}</dd>
        </dl>
        ${delivery.body === null ? '' : html`<pre aria-label="Payload">${delivery.body}</pre>`}
      </section>
      ${view.attempts.map((attempt) => attemptPanel(attempt, view.now))}
    </main>`;
  return pageShell(`${delivery.ruleName} delivery`, view.root, body);
}

function attemptPanel(attempt: DeliveryAttempt, now: number): Html {
  const { request, response } = attempt;
  return html`<section class="panel">
    <div class="bar">
      <h2>Attempt ${attempt.number}</h2>
      <span class="sub">${attempt.message}</span><span class="sp"></span
      ><span class="sub">${formatMilliseconds(attempt.durationMs)}, ${timeAgo(attempt.startedAt, now)}</span>
    </div>
    ${
      request === null
        ? ''
        : html`<pre aria-label="Request">${request.method} ${request.url}${lines(request.headers)}</pre>`
    }
    ${
      response === null
        ? ''
        : html`<pre aria-label="Response">
${response.status} ${response.statusText}${lines(response.headers)}

${response.body}${response.bodyIsCut ? ' …' : ''}</pre>`
    }
  </section>`;
}

function lines(headers: readonly HeaderLine[]): string {
  return headers.map((header) => `\n${header.name}: ${header.value}`).join('');
}
