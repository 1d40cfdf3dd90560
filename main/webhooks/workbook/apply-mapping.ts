import type { MappingRule } from '../../../contract/webhooks/workbooks.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { mapHeaderValues } from '../secrets/header-text.ts';

export interface MappedPiece {
  readonly text: string;
  readonly isMapped: boolean;
}

export interface Mapped {
  readonly state: WebhookState;
  /** Positions of the rules that changed something. */
  readonly used: readonly number[];
  /** The URL in pieces. */
  readonly address: readonly MappedPiece[];
}

/**
 * A webhook mapped to another tenant: rules are applied in sequence. Works on placeholders
 * instead of credentials, so that no mapping can see or change one.
 */
export function applyMapping(original: WebhookState, rules: readonly MappingRule[]): Mapped {
  const used: number[] = [];
  let state = original;
  for (const [index, rule] of rules.entries()) {
    const next = applyRule(state, rule);
    if (next === state) continue;
    used.push(index);
    state = next;
  }
  return { state, used, address: changedPieces(original.url, state.url) };
}

function applyRule(state: WebhookState, { kind, from, to }: MappingRule): WebhookState {
  switch (kind) {
    case 'host':
      return withText(state, 'url', mapHost(state.url, from, to));
    case 'url':
      return state.url.startsWith(from)
        ? withText(state, 'url', `${to}${state.url.slice(from.length)}`)
        : state;
    case 'header':
      return withText(state, 'headers', mapHeader(state.headers, from, to));
    case 'template':
      return withText(
        state,
        'requestBody',
        state.requestBody.replaceAll(from, () => to),
      );
    case 'column':
      return withText(state, 'requestBody', mapColumn(state.requestBody, from, to));
    case 'risk-level':
      return state.riskLevel === from ? withText(state, 'riskLevel', to) : state;
    case 'event-type':
      return state.eventType === from ? withText(state, 'eventType', to) : state;
  }
}

type TextMember = 'url' | 'headers' | 'requestBody' | 'riskLevel' | 'eventType';

function withText(state: WebhookState, member: TextMember, value: string): WebhookState {
  return state[member] === value ? state : { ...state, [member]: value };
}

const addressParts = /^([a-z][a-z0-9+.-]*:\/\/)([^\\/?#]*@)?([^\\/?#:]*|\[[^\]]*\])(:\d*)?(?=[\\/?#]|$)/i;

/** The port stays unless the mapping has one. */
function mapHost(url: string, from: string, to: string): string {
  const [all, scheme = '', user = '', host = '', port = ''] = addressParts.exec(url) ?? [];
  if (all === undefined) return url;
  const rest = url.slice(all.length);
  const [fromHost = '', fromPort] = splitPort(from.toLowerCase());
  if (fromPort !== undefined && fromPort !== port) return url;
  const mapped = mapName(host, fromHost, to);
  if (mapped === undefined) return url;
  const [, toPort] = splitPort(mapped);
  const preservedPort = toPort === undefined && fromPort === undefined ? port : '';
  return `${scheme}${user}${mapped}${preservedPort}${rest}`;
}

function splitPort(host: string): readonly [string, string | undefined] {
  const [, name = host, port] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  return [name, port];
}

/** `*.staging.example` is any name below it; a star in `to` stands for the same names. */
function mapName(host: string, from: string, to: string): string | undefined {
  const name = host.toLowerCase();
  if (!from.startsWith('*.')) return name === from ? to : undefined;
  const below = from.slice(1);
  if (!name.endsWith(below) || name.length === below.length) return undefined;
  return to.replace('*', () => host.slice(0, -below.length));
}

/** `X-Source: staging`; the name is matched without case. An empty `to` removes the line. */
function mapHeader(headers: string, from: string, to: string): string {
  const { name: fromName, value: fromValue } = lineOf(from);
  const mapped = lineOf(to);
  let isHit = false as boolean;
  mapHeaderValues(headers, (name, value) => {
    isHit ||= name.toLowerCase() === fromName.toLowerCase() && value === fromValue;
    return value;
  });
  if (!isHit) return headers;
  return headers
    .split('\n')
    .flatMap((line) => {
      const { name, value } = lineOf(line);
      if (name.toLowerCase() !== fromName.toLowerCase() || value !== fromValue) return [line];
      return mapped.name === '' ? [] : [`${mapped.name}: ${mapped.value}`];
    })
    .join('\n');
}

export function lineOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { name: line.trim(), value: '' };
  return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

/** Full names only: `event.city` doesn't match `event.city_code`. */
function mapColumn(template: string, from: string, to: string): string {
  const path = from.split('.').map((name) => name.replaceAll(/[^\p{L}\p{N}_$@-]/gu, ''));
  const pattern = path.map((name) => name.replaceAll(/[$-]/g, '\\$&')).join('\\s*\\.\\s*');
  return template.replaceAll(new RegExp(`(?<![\\w.$@])${pattern}(?![\\w$@])`, 'gu'), () => to);
}

/** The difference is between the common prefix and suffix, cut at name boundaries. */
function changedPieces(before: string, after: string): readonly MappedPiece[] {
  if (before === after) return [{ text: after, isMapped: false }];
  const maxLength = Math.min(before.length, after.length);
  let start = 0;
  while (start < maxLength && before[start] === after[start]) start += 1;
  while (start > 0 && isOfName(after[start - 1])) start -= 1;
  let end = 0;
  while (end < maxLength - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  while (end > 0 && isOfName(after.at(-end))) end -= 1;
  return [
    { text: after.slice(0, start), isMapped: false },
    { text: after.slice(start, after.length - end), isMapped: true },
    { text: after.slice(after.length - end), isMapped: false },
  ].filter(({ text }) => text !== '');
}

function isOfName(letter: string | undefined): boolean {
  return letter !== undefined && /[\w-]/.test(letter);
}
