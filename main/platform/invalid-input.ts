import type { z } from 'zod';
import type { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { failure } from './errors/failure.ts';

const abbreviations: Readonly<Record<string, string>> = { id: 'ID', url: 'URL', json: 'JSON', ids: 'IDs' };

/** Display form of a member name: `requestBody` becomes `request body`. */
function fieldLabel(key: string): string {
  return key
    .split(/(?=[A-Z])|[-_\s]+/)
    .map((part) => part.toLowerCase())
    .map((part) => abbreviations[part] ?? part)
    .join(' ');
}

function pathLabel(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `item ${key + 1}` : fieldLabel(String(key))))
    .join(', ');
}

function sentence(issue: z.core.$ZodIssue): string {
  const where = pathLabel(issue.path);
  const message = /[.!?]$/.test(issue.message) ? issue.message : `${issue.message}.`;
  return where === '' ? message : `Check ${where}: ${message}`;
}

const maxIssuesInDetail = 10;

/**
 * The `invalid-input` failure of a call whose input violates the contract. The message names the first field; the detail lists the
 * rest. Never quotes values, which may be secrets.
 */
export function invalidInput(error: z.core.$ZodError): DeskFailure {
  const [first, ...rest] = error.issues.map(sentence);
  const detail = rest.slice(0, maxIssuesInDetail).join('\n');
  return failure('invalid-input', first ?? 'Invalid input.', detail === '' ? {} : { detail });
}
