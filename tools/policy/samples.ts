import { createHash } from 'node:crypto';
import { escapeHtml } from '../../languages/text/escape-html.ts';
import type { PolicyEntry } from './policy-entries.ts';

/** The domain of the managed preferences: the ID of the app. */
const domain = 'com.tenantdesk.app';

/** A policy with the example of every key, for `/etc/tenant-desk/policy.json`. */
export function policyJsonOf(entries: readonly PolicyEntry[]): string {
  const examples = Object.fromEntries(entries.map(({ key, example }) => [key, example]));
  return `${JSON.stringify(examples, null, 2)}\n`;
}

/** A configuration profile with the example of every key. */
export function mobileConfigOf(entries: readonly PolicyEntry[]): string {
  const payload = {
    PayloadType: domain,
    PayloadVersion: 1,
    PayloadIdentifier: `${domain}.policy`,
    PayloadUUID: uuidOf(`${domain}.policy`),
    PayloadDisplayName: 'Tenant Desk',
    ...Object.fromEntries(entries.map(({ key, example }) => [key, example])),
  };
  const profile = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: domain,
    PayloadUUID: uuidOf(domain),
    PayloadScope: 'System',
    PayloadDisplayName: 'Tenant Desk policy',
    PayloadContent: [payload],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- A sample with every key. Remove what you don't need, and replace each PayloadUUID (uuidgen). -->
<plist version="1.0">
${valueOf(profile, 0)}
</plist>
`;
}

/** The same in every run, so that the file changes only with the schema. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex').toUpperCase();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function valueOf(value: unknown, depth: number): string {
  const indent = '  '.repeat(depth);
  const wrapped = (name: string, lines: readonly string[]): string =>
    [`${indent}<${name}>`, ...lines, `${indent}</${name}>`].join('\n');
  if (typeof value === 'boolean') return `${indent}<${value ? 'true' : 'false'} />`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'string') return `${indent}<string>${escapeHtml(value)}</string>`;
  if (Array.isArray(value))
    return wrapped(
      'array',
      value.map((item: unknown) => valueOf(item, depth + 1)),
    );
  const members = Object.entries(value ?? {}).flatMap(([name, member]) => [
    `${indent}  <key>${escapeHtml(name)}</key>`,
    valueOf(member, depth + 1),
  ]);
  return wrapped('dict', members);
}
