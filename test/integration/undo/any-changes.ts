import fc from 'fast-check';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { SignOnField } from '../../../contract/applications/sign-on-fields.ts';
import type { JsonValue } from '../../../contract/applications/application-settings.ts';

/**
 * Changes that a user could make to any items of the tenant: items are identified by their place in a list, which is
 * taken modulo its length, so that each sample fits each tenant.
 */
export type AnyChange =
  | { readonly does: 'create webhook'; readonly members: WebhookMembers }
  | { readonly does: 'edit webhook'; readonly place: number; readonly members: Partial<WebhookMembers> }
  | { readonly does: 'delete webhook'; readonly place: number }
  | {
      readonly does: 'create application';
      readonly template: string;
      readonly texts: Texts;
      readonly script: string | null;
      readonly roles: readonly number[];
    }
  | {
      readonly does: 'edit application';
      readonly place: number;
      readonly texts: Partial<Texts>;
      /** Values for the fields that the application turns out to have, by their place among them. */
      readonly settings: readonly AnySetting[];
    }
  | { readonly does: 'edit script'; readonly place: number; readonly script: string }
  | { readonly does: 'delete application'; readonly place: number }
  | { readonly does: 'toggle publication'; readonly place: number; readonly role: number }
  | { readonly does: 'set origins'; readonly origins: readonly string[] }
  | {
      readonly does: 'set configuration';
      readonly domain: string;
      readonly keepsPasswords: boolean;
      readonly attributes: readonly string[];
    };

export type WebhookMembers = Omit<WebhookState, 'eventType' | 'riskLevel'>;

export interface Texts {
  readonly name: string;
  readonly description: string;
}

/** A field by its place, and a value for it of whichever type it has. */
export interface AnySetting {
  readonly field: number;
  readonly text: string;
  readonly names: readonly string[];
  readonly flag: boolean;
  readonly hours: number;
}

const place = fc.nat({ max: 50 });
/** Typed text, pasted text, and text that breaks code that concatenates strings. */
const awkward = fc.constantFrom(
  '“Müller & Söhne”',
  "O'Brien; --",
  '<b>&amp;</b>',
  '\\u0000 %2F',
  '日本語 🧾',
  '{{x}} ${y}',
);
const text = fc.oneof(awkward, fc.string({ maxLength: 30 }), fc.lorem({ maxCount: 6 }));
const line = text.map((value) => value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').trim());
const name = line.filter((value) => value !== '').map((value) => value.slice(0, 60));
const generatedName = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
const host = fc.tuple(generatedName, generatedName).map((labels) => `${labels.join('.')}.example`);
const script = fc
  .array(fc.tuple(generatedName, line), { maxLength: 5 })
  .map((entries) =>
    entries.map(([key, value]) => `setAttribute("${key}", ${JSON.stringify(value)});\n`).join(''),
  );
const texts = { name, description: text };

const webhook = {
  ...texts,
  url: host.map((address) => `https://${address}/hook`),
  method: fc.constantFrom('POST', 'PUT', 'PATCH'),
  contentType: fc.constantFrom('application/json', 'text/plain'),
  headers: fc.array(fc.tuple(generatedName, generatedName), { maxLength: 3 }).map(asHeaders),
  requestBody: text,
  enabled: fc.boolean(),
};

function asHeaders(pairs: readonly (readonly [string, string])[]): string {
  return [...new Map(pairs)].map(([header, value]) => `X-${header}: ${value}`).join('\n');
}

const setting: fc.Arbitrary<AnySetting> = fc.record({
  field: fc.nat({ max: 40 }),
  text: line.filter((value) => value !== ''),
  names: fc.uniqueArray(generatedName, { minLength: 1, maxLength: 4 }),
  flag: fc.boolean(),
  hours: fc.integer({ min: 1, max: 23 }),
});

const one = <Does extends AnyChange['does']>(does: Does) => fc.constant(does);

const anyChange: fc.Arbitrary<AnyChange> = fc.oneof(
  fc.record({ does: one('create webhook'), members: fc.record(webhook) }),
  fc.record({ does: one('edit webhook'), place, members: fc.record(webhook, { requiredKeys: [] }) }),
  fc.record({ does: one('delete webhook'), place }),
  fc.record({
    does: one('create application'),
    template: fc.constantFrom(
      'Generic SAML',
      'Generic OpenID Connect',
      'Generic Bookmark',
      'Generic User-Password',
    ),
    texts: fc.record(texts),
    script: fc.option(script, { nil: null }),
    roles: fc.array(place, { maxLength: 3 }),
  }),
  fc.record({
    does: one('edit application'),
    place,
    texts: fc.record(texts, { requiredKeys: [] }),
    settings: fc.array(setting, { maxLength: 4 }),
  }),
  fc.record({ does: one('edit script'), place, script }),
  fc.record({ does: one('delete application'), place }),
  fc.record({ does: one('toggle publication'), place, role: place }),
  fc.record({ does: one('set origins'), origins: fc.uniqueArray(host, { maxLength: 5 }) }),
  fc.record({
    does: one('set configuration'),
    domain: host,
    keepsPasswords: fc.boolean(),
    attributes: fc.uniqueArray(host, { maxLength: 4 }),
  }),
);

/** What one plan is made of. */
export const anyChanges = fc.array(anyChange, { minLength: 1, maxLength: 8 });

/** Of the first test in RFC 8032 section 7.1. */
const publicKey = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';

/** A value that the platform takes for this field. */
export function valueFor({ type, options = [] }: SignOnField, any: AnySetting): JsonValue {
  switch (type) {
    case 'url':
      return `https://${any.names[0] ?? 'x'}.example/${encodeURIComponent(any.text)}`;
    case 'urls':
      return any.names.map((part) => `https://${part}.example/callback`);
    case 'texts':
      return options.length === 0 ? [...any.names] : [options[any.field % options.length]?.value ?? ''];
    case 'choice':
      return options[any.field % options.length]?.value ?? any.text;
    case 'flag':
      return any.flag;
    case 'lifetime':
      return `${any.hours}:00:00`;
    case 'number':
      return any.hours;
    case 'attributes':
      return any.names.map((part) => ({ Name: part, Value: 'LoginUser.Email' }));
    case 'keys':
      return { keys: [{ kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: any.names[0] ?? 'one' }] };
    case 'scopes':
      return any.names.map((part) => ({ Scope: part, Description: any.text, AllowedRest: [`/${part}/*`] }));
    case 'secret':
    case 'text':
      return any.text;
  }
}
