import type { ListedDelivery } from '../delivery/delivery-record.ts';
import type { DeliveryStatistics } from '../delivery/delivery-statistics.ts';
import { KNOWN_EVENT_TYPES } from '../events/analytics-event.ts';
import type { Generator } from './event-generator.ts';
import type { Fault } from './fault.ts';
import { grouped, html, timeAgo, type Html } from './page-html.ts';

/** Everything the status page shows, read at one moment. */
export interface StatusView {
  readonly name: string;
  readonly baseUrl: string;
  readonly now: number;
  readonly isLive: boolean;
  readonly notice: string | undefined;
  readonly rules: number;
  readonly enabledRules: number;
  readonly events: number;
  readonly statistics: DeliveryStatistics;
  readonly deliveries: readonly ListedDelivery[];
  readonly generators: readonly Generator[];
  readonly faults: readonly Fault[];
}

export function renderStatusPage(view: StatusView): string {
  const body = html`${pageHeader(view.name, view.baseUrl, liveLink(view.isLive))}
    <main>
      ${view.notice === undefined ? '' : html`<p class="notice" role="status">${view.notice}</p>`}
      ${summary(view)} ${chartPanel(view.statistics)}
      <div class="cols">
        ${deliveriesPanel(view)}
        <div class="stack">
          ${raisePanel()} ${generatorsPanel(view.generators)} ${faultsPanel(view.faults)} ${resetPanel()}
        </div>
      </div>
    </main>`;
  return pageShell(`${view.name} sandbox`, body, view.isLive);
}

/** The page around every view. `isLive` reloads it every three seconds, without a script. */
export function pageShell(title: string, body: Html, isLive = false): string {
  const refresh = isLive ? html`<meta http-equiv="refresh" content="3" />` : '';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh}
        <title>${title}</title>
        <link rel="stylesheet" href="/sandbox/page/style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`.html;
}

export function pageHeader(name: string, baseUrl: string, right: Html): Html {
  const mark = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase();
  return html`<header>
    <div>
      <span class="mark" aria-hidden="true">${mark}</span>
      <span
        ><h1>${name}</h1>
        <span class="sub"><code>${baseUrl}</code></span></span
      >
      <span class="sp"></span><span class="tag good">Running</span>${right}
    </div>
  </header>`;
}

function liveLink(isLive: boolean): Html {
  return isLive
    ? html`<a href="/sandbox">Stop live view</a>`
    : html`<a href="/sandbox">Refresh</a><a href="/sandbox?live=1">Live view</a>`;
}

function summary(view: StatusView): Html {
  const { statistics } = view;
  const rate = statistics.successRate === null ? '–' : `${(statistics.successRate * 100).toFixed(1)} %`;
  const p95 = statistics.p95Ms === null ? '–' : `${grouped(statistics.p95Ms)} ms`;
  const cards: readonly (readonly [string, string])[] = [
    [`${view.enabledRules} of ${view.rules}`, 'webhooks enabled'],
    [grouped(view.events), 'events kept'],
    [grouped(statistics.delivered), 'delivered, last 24 h'],
    [grouped(statistics.pending), 'waiting'],
    [grouped(statistics.dead), 'dead letters'],
    [rate, 'success rate'],
    [p95, '95th percentile'],
  ];
  return html`<section class="cards" aria-label="Summary">
    ${cards.map(([value, label]) => html`<div class="card"><b>${value}</b><span>${label}</span></div>`)}
  </section>`;
}

function chartPanel(statistics: DeliveryStatistics): Html {
  const highest = Math.max(1, ...statistics.buckets.map((one) => one.delivered + one.dead + one.pending));
  const bars = statistics.buckets.map((bucket, index) => {
    const scale = (count: number): number => (count / highest) * 70;
    const [ok, dead, wait] = [scale(bucket.delivered), scale(bucket.dead), scale(bucket.pending)];
    const x = index * 10;
    return html`<rect class="ok" x="${x}" y="${72 - ok}" width="8" height="${ok}" rx="1" /><rect
        class="dead"
        x="${x}"
        y="${72 - ok - dead}"
        width="8"
        height="${dead}"
        rx="1"
      /><rect class="wait" x="${x}" y="${72 - ok - dead - wait}" width="8" height="${wait}" rx="1" />`;
  });
  const said = `${statistics.delivered} delivered, ${statistics.dead} dead and ${statistics.pending} waiting in the last 24 hours.`;
  return html`<section class="panel">
    <div class="bar">
      <h2>Deliveries, last 24 h</h2>
      <span class="sub">in half hours</span>
    </div>
    <svg class="chart" viewBox="0 0 480 72" preserveAspectRatio="none" role="img" aria-label="${said}">
      ${bars}
    </svg>
  </section>`;
}

function deliveriesPanel(view: StatusView): Html {
  const replayDead =
    view.statistics.dead === 0
      ? ''
      : html`<form class="inline" method="post" action="/sandbox/page/replay-dead">
          <button class="quiet">Replay dead letters</button>
        </form>`;
  const rows = view.deliveries.map(
    (one) =>
      html`<tr>
        <td>
          <a href="/sandbox/page/deliveries/${one.id}">${one.ruleName}</a>
          <span class="sub">${one.lastError ?? one.lastRequest?.url ?? one.eventType}</span>
        </td>
        <td>${stateTag(one)}</td>
        <td class="num">${one.attempts}</td>
        <td class="num">${one.lastDurationMs === null ? '–' : `${grouped(one.lastDurationMs)} ms`}</td>
        <td class="num">${timeAgo(one.createdAt, view.now)}</td>
      </tr>`,
  );
  const table = html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Webhook</th>
          <th>State</th>
          <th class="num">Attempts</th>
          <th class="num">Took</th>
          <th class="num">When</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
  return html`<section class="panel">
    <div class="bar">
      <h2>Latest deliveries</h2>
      <span class="sp"></span>${replayDead}
    </div>
    ${
      rows.length === 0
        ? html`<p class="empty">Nothing has been delivered yet. Raise an event to see webhooks at work.</p>`
        : table
    }
  </section>`;
}

export function stateTag(delivery: {
  readonly status: string;
  readonly attempts: number;
  readonly kind: string;
}): Html {
  const kind = delivery.kind === 'event' ? '' : html` <span class="tag">${delivery.kind}</span>`;
  if (delivery.status === 'delivered') return html`<span class="tag good">Delivered</span>${kind}`;
  if (delivery.status === 'dead') return html`<span class="tag bad">Dead</span>${kind}`;
  return html`<span class="tag warn">${delivery.attempts === 0 ? 'Waiting' : 'Retrying'}</span>${kind}`;
}

function raisePanel(): Html {
  return html`<section class="panel">
    <div class="bar"><h2>Raise an event</h2></div>
    <form class="body" method="post" action="/sandbox/page/raise">
      <label
        >Event type<select name="event_type">
          ${KNOWN_EVENT_TYPES.map((type) => html`<option>${type}</option>`)}
        </select></label
      >
      <label
        >Risk level<select name="risk_level">
          <option>High</option>
          <option>Medium</option>
          <option>Low</option>
        </select></label
      >
      <label>User name<input name="user_name" placeholder="a sample user" autocomplete="off" /></label>
      <label>Reason<input name="reason" placeholder="a sample reason" autocomplete="off" /></label>
      <button class="primary">Raise event</button>
    </form>
  </section>`;
}

function generatorsPanel(generators: readonly Generator[]): Html {
  const running = generators.map(
    (one) =>
      html`<form class="row" method="post" action="/sandbox/page/generator-stop">
        <span
          >${one.event_type}<span class="sub">
            ${one.per_minute} a minute, ${grouped(one.raised)} raised</span
          ></span
        >
        <input type="hidden" name="id" value="${one.id}" /><button class="quiet">Stop</button>
      </form>`,
  );
  return html`<section class="panel">
    <div class="bar"><h2>Generators</h2></div>
    <div class="body stack">
      ${running}
      <form method="post" action="/sandbox/page/generator">
        <div class="row end">
          <label
            >Alerts a minute<input name="per_minute" type="number" min="1" max="60000" value="60"
          /></label>
          <button>Start</button>
        </div>
      </form>
    </div>
  </section>`;
}

function faultsPanel(faults: readonly Fault[]): Html {
  const list = faults.map(
    (one) =>
      html`<form class="row" method="post" action="/sandbox/page/fault-remove">
        <span
          ><code>${one.kind}</code
          ><span class="sub">
            on ${one.path}, ${one.count === null ? 'until removed' : `${one.count - one.hits} left`}</span
          ></span
        >
        <input type="hidden" name="id" value="${one.id}" /><button class="quiet">Remove</button>
      </form>`,
  );
  return html`<section class="panel">
    <div class="bar"><h2>Faults</h2></div>
    <div class="body stack">
      ${list}
      <form method="post" action="/sandbox/page/fault">
        <label>The next request to<input name="path" value="/SaasManage/*" autocomplete="off" /></label>
        <label
          >fails with<select name="kind">
            <option value="server_error">status 500</option>
            <option value="rate_limit">status 429 and Retry-After</option>
            <option value="html">an HTML page</option>
            <option value="truncated">half of its answer</option>
            <option value="reset">a broken connection</option>
            <option value="expired_token">an expired token</option>
            <option value="challenge">a challenge</option>
          </select></label
        >
        <button>Add fault</button>
      </form>
    </div>
  </section>`;
}

function resetPanel(): Html {
  return html`<section class="panel">
    <div class="bar"><h2>Start over</h2></div>
    <form class="body" method="post" action="/sandbox/page/reset">
      <label class="row"
        ><input type="checkbox" name="sure" value="yes" required /> Discard everything in this tenant</label
      >
      <button class="danger">Reset tenant</button>
    </form>
  </section>`;
}
