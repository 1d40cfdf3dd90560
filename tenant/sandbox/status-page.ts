import type { ListedDelivery } from '../delivery/delivery-record.ts';
import type { DeliveryStatistics } from '../delivery/delivery-statistics.ts';
import { formatMilliseconds, formatNumber } from '../../languages/text/intl.ts';
import { faultsPanel, generatorsPanel, raisePanel, resetPanel } from './control-panels.ts';
import type { Generator } from './event-generator.ts';
import type { Fault } from './fault.ts';
import { html, timeAgo, type Html } from './page-html.ts';
import { pageHeader, pageShell, stateTag } from './page-shell.ts';

/** Everything the status page shows, read at one point in time. */
interface StatusView {
  /** The path of the pages for this browser. */
  readonly root: string;
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
  const body = html`${pageHeader(view.name, view.baseUrl, liveLink(view))}
    <main>
      ${view.notice === undefined ? '' : html`<p class="notice" role="status">${view.notice}</p>`}
      ${summary(view)} ${chartPanel(view.statistics)}
      <div class="cols">
        ${deliveriesPanel(view)}
        <div class="stack">
          ${raisePanel(view.root)} ${generatorsPanel(view.root, view.generators)}
          ${faultsPanel(view.root, view.faults)} ${resetPanel(view.root)}
        </div>
      </div>
    </main>`;
  return pageShell(`${view.name} sandbox`, view.root, body, view.isLive);
}

function liveLink({ root, isLive }: StatusView): Html {
  return isLive
    ? html`<a href="${root}">Stop live view</a>`
    : html`<a href="${root}">Refresh</a><a href="${root}?live=1">Live view</a>`;
}

function summary(view: StatusView): Html {
  const { statistics } = view;
  const rate = statistics.successRate === null ? '–' : `${(statistics.successRate * 100).toFixed(1)} %`;
  const p95 = statistics.p95Ms === null ? '–' : `${formatMilliseconds(statistics.p95Ms)}`;
  const cards: readonly (readonly [string, string])[] = [
    [`${view.enabledRules} of ${view.rules}`, 'webhooks enabled'],
    [formatNumber(view.events), 'events stored'],
    [formatNumber(statistics.delivered), 'delivered, last 24 h'],
    [formatNumber(statistics.pending), 'waiting'],
    [formatNumber(statistics.dead), 'dead letters'],
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
  const summaryText = `${statistics.delivered} delivered, ${statistics.dead} failed and ${statistics.pending} pending in the last 24 hours.`;
  return html`<section class="panel">
    <div class="bar">
      <h2>Deliveries, last 24 h</h2>
      <span class="sub">per half hour</span>
    </div>
    <svg class="chart" viewBox="0 0 480 72" preserveAspectRatio="none" role="img" aria-label="${summaryText}">
      ${bars}
    </svg>
  </section>`;
}

function deliveriesPanel(view: StatusView): Html {
  const replayDead =
    view.statistics.dead === 0
      ? ''
      : html`<form class="inline" method="post" action="${view.root}/page/replay-dead">
          <button class="quiet">Resend failed</button>
        </form>`;
  const rows = view.deliveries.map(
    (one) =>
      html`<tr>
        <td>
          <a href="${view.root}/page/deliveries/${one.id}">${one.ruleName}</a>
          <span class="sub">${one.lastError ?? one.lastRequest?.url ?? one.eventType}</span>
        </td>
        <td>${stateTag(one)}</td>
        <td class="num">${one.attempts}</td>
        <td class="num">
          ${one.lastDurationMs === null ? '–' : `${formatMilliseconds(one.lastDurationMs)}`}
        </td>
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
          <th class="num">Duration</th>
          <th class="num">Queued</th>
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
        ? html`<p class="empty">No deliveries yet. Send a test event to invoke webhooks.</p>`
        : table
    }
  </section>`;
}
