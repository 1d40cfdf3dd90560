import { hashOf } from '../../main/changes/files/change-set-file.ts';
import { aWebhook } from './a-webhook.ts';

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** An export file with this many webhooks, with templates of this many characters. */
export function aLargeExport(count: number, letters: number): Uint8Array {
  const template = `{"text": "${'x'.repeat(letters)}"}`;
  return encoded({
    version: '0.9',
    signature: 'c2lnbmF0dXJl',
    ruleActions: Array.from({ length: count }, (_, index) => ({
      policyId: `rule-${index}`,
      name: `Webhook ${index}`,
      rule: { filterMetaData: { event_type: 'SecurityAlert' } },
      actions: [
        {
          actionMetaData: {
            headers: `X-Team: a\nAuthorization: Bearer ${index}`,
            method: 'POST',
            content_type: 'application/json',
            request_body: template,
            url: `https://hooks.example/${index}`,
          },
        },
      ],
    })),
  });
}

/** A change set that creates this many webhooks, with templates of this many characters. */
export function aLargeChangeSet(count: number, letters: number): Uint8Array {
  return encoded({
    format: 'tenant-desk/change-set',
    version: 1,
    title: 'Large',
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: 'Ada Admin',
    tenant: { name: 'Acme', address: 'https://acme.example', isEmbedded: true },
    changes: Array.from({ length: count }, (_, index) => ({
      kind: 'webhook',
      kindVersion: 1,
      targetId: null,
      title: 'Create the webhook',
      name: `Webhook ${index}`,
      difference: [],
      base: null,
      baseHash: hashOf(null),
      wanted: aWebhook({ name: `Webhook ${index}`, requestBody: 'x'.repeat(letters) }),
    })),
  });
}

/** Nested lists in this many bytes, between `before` and `after`. */
export function aDeepText(bytes: number, before: string, after: string): Uint8Array {
  const half = bytes / 2;
  return Buffer.from(`${before}${'['.repeat(half)}${']'.repeat(half)}${after}`);
}
