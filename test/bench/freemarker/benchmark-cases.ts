/**
 * A template with its data, and a handwritten function with the same output: the upper limit for a template
 * engine.
 */
export interface BenchmarkCase {
  readonly name: string;
  readonly template: string;
  readonly model: EventModel;
  readonly byHand: (model: EventModel) => string;
}

interface Device {
  readonly name: string;
  readonly cpu: number;
}

interface BenchmarkEvent {
  readonly name: string;
  readonly severity: string;
  readonly user: string;
  readonly cpu: number;
  readonly count: number;
  readonly timestamp: number;
  readonly recovered: boolean;
}

export interface EventModel {
  readonly tenant_id: string;
  readonly event: BenchmarkEvent;
  readonly devices: readonly Device[];
  readonly events: readonly BenchmarkEvent[];
}

const event = (index: number): BenchmarkEvent => ({
  name: `Event "${index}"`,
  severity: ['low', 'medium', 'high', 'critical'][index % 4] ?? 'low',
  user: `O'Brien\\${index}`,
  cpu: ((index * 17731) % 100_000) / 1000,
  count: index * 37,
  timestamp: 1_700_000_000_123 + index * 61_007,
  recovered: index % 3 === 0,
});

const devices = Array.from({ length: 20 }, (_, index) => ({
  name: `PC-${(index * 7) % 20}`,
  cpu: (index * 13) % 100,
}));

const model: EventModel = {
  tenant_id: '1fe9e95e-2f6b',
  event: event(7),
  devices,
  events: Array.from({ length: 1000 }, (_, index) => event(index)),
};

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Seconds with HALF_EVEN rounding don't matter here: the values have three decimals at most and no ties. */
const iso = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

export const BENCHMARK_CASES: readonly BenchmarkCase[] = [
  {
    name: 'small message',
    model,
    template:
      '{"text":"*${event.severity?upper_case}* ${event.name?json_string}","user":"${(event.user!"-")?json_string}",' +
      '"cpu":"${event.cpu?string("0.000")}","count":${event.count?c},"ts":${event.timestamp?c},"tenant":"${tenant_id}"}',
    byHand: ({ event: e, tenant_id }) =>
      `{"text":"*${e.severity.toUpperCase()}* ${escaped(e.name)}","user":"${escaped(e.user)}",` +
      `"cpu":"${e.cpu.toFixed(3)}","count":${e.count},"ts":${e.timestamp},"tenant":"${tenant_id}"}`,
  },
  {
    name: 'card with a table',
    model,
    template: [
      '<#assign colors = {"critical": "red", "high": "orange"}>',
      '<#macro fact title value>{"title":"${title}","value":"${value?json_string}"}</#macro>',
      '{"color":"${colors[event.severity]!"green"}","facts":[<@fact "User" event.user/>,<@fact title="When" value=event.timestamp?number_to_datetime?iso_utc/>],',
      '"state":"<#if event.recovered>recovered<#elseif event.cpu gte 50>busy<#else>open</#if>",',
      '"devices":[<#list devices?sort_by("name") as d>{"i":${d?index},"name":"${d.name}","cpu":${d.cpu?c},"busy":${(d.cpu gt 50)?c}}<#sep>,</#list>],',
      '"busy":${devices?filter(d -> d.cpu gt 50)?size},"short":"${event.name?replace("[^A-Za-z0-9]+", "-", "r")?lower_case}"}',
    ].join('\n'),
    byHand: ({ event: e, devices: all }) => {
      const fact = (title: string, value: string): string =>
        `{"title":"${title}","value":"${escaped(value)}"}`;
      const colors: Readonly<Record<string, string>> = { critical: 'red', high: 'orange' };
      const rows = [...all]
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
        .map((d, i) => `{"i":${i},"name":"${d.name}","cpu":${d.cpu},"busy":${d.cpu > 50}}`);
      const state = e.recovered ? 'recovered' : e.cpu >= 50 ? 'busy' : 'open';
      return (
        `{"color":"${colors[e.severity] ?? 'green'}","facts":[${fact('User', e.user)},${fact('When', iso(e.timestamp))}],\n` +
        `"state":"${state}",\n"devices":[${rows.join(',')}],\n` +
        `"busy":${all.filter((d) => d.cpu > 50).length},"short":"${e.name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}"}`
      );
    },
  },
  {
    name: 'list of 1,000 events',
    model,
    template: [
      '[',
      '<#list events as e>',
      '  {"i":${e?index},"name":"${e.name?json_string}","severity":"${e.severity?cap_first}","cpu":${e.cpu?c},"pct":"${e.cpu?string("0.000")}",' +
        '"time":"${e.timestamp?number_to_datetime?iso_utc}","hot":${(e.cpu gt 50)?c}<#if e.recovered>,"recovered":true</#if>}<#sep>,</#sep>',
      '</#list>',
      ']',
    ].join('\n'),
    byHand: ({ events }) => {
      const rows = events.map((e, i) => {
        const severity = e.severity.charAt(0).toUpperCase() + e.severity.slice(1);
        const recovered = e.recovered ? ',"recovered":true' : '';
        return (
          `  {"i":${i},"name":"${escaped(e.name)}","severity":"${severity}","cpu":${e.cpu},"pct":"${e.cpu.toFixed(3)}",` +
          `"time":"${iso(e.timestamp)}","hot":${e.cpu > 50}${recovered}}`
        );
      });
      return `[\n${rows.join(',\n')}\n]`;
    },
  },
];
