import { KNOWN_EVENT_TYPES } from '../events/analytics-event.ts';
import { formatNumber } from '../../languages/text/intl.ts';
import type { Generator } from './event-generator.ts';
import type { Fault } from './fault.ts';
import { html, type Html } from './page-html.ts';

/** `root` is the path of the pages, here and below. */
export function raisePanel(root: string): Html {
  return html`<section class="panel">
    <div class="bar"><h2>Send a test event</h2></div>
    <form class="body" method="post" action="${root}/page/raise">
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
      <button class="primary">Send event</button>
    </form>
  </section>`;
}

export function generatorsPanel(root: string, generators: readonly Generator[]): Html {
  const running = generators.map(
    (one) =>
      html`<form class="row" method="post" action="${root}/page/generator-stop">
        <span
          >${one.event_type}<span class="sub">
            ${one.per_minute} a minute, ${formatNumber(one.raised)} raised</span
          ></span
        >
        <input type="hidden" name="id" value="${one.id}" /><button class="quiet">Stop</button>
      </form>`,
  );
  return html`<section class="panel">
    <div class="bar"><h2>Generators</h2></div>
    <div class="body stack">
      ${running}
      <form method="post" action="${root}/page/generator">
        <div class="row end">
          <label
            >Alerts per minute<input name="per_minute" type="number" min="1" max="60000" value="60"
          /></label>
          <button>Start</button>
        </div>
      </form>
    </div>
  </section>`;
}

export function faultsPanel(root: string, faults: readonly Fault[]): Html {
  const list = faults.map(
    (one) =>
      html`<form class="row" method="post" action="${root}/page/fault-remove">
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
      <form method="post" action="${root}/page/fault">
        <label>Path<input name="path" value="/SaasManage/*" autocomplete="off" /></label>
        <label
          >Fault<select name="kind">
            <option value="server_error">Status 500</option>
            <option value="rate_limit">Status 429 with Retry-After</option>
            <option value="html">HTML page</option>
            <option value="truncated">Truncated response</option>
            <option value="reset">Connection reset</option>
            <option value="expired_token">Expired token</option>
            <option value="challenge">Challenge</option>
          </select></label
        >
        <button>Add fault</button>
      </form>
    </div>
  </section>`;
}

export function resetPanel(root: string): Html {
  return html`<section class="panel">
    <div class="bar"><h2>Reset</h2></div>
    <form class="body" method="post" action="${root}/page/reset">
      <label class="row"
        ><input type="checkbox" name="sure" value="yes" required /> Delete all data in this tenant</label
      >
      <button class="danger">Reset tenant</button>
    </form>
  </section>`;
}
