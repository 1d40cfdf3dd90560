import { isRecord } from '../requests/request-members.ts';
import type { Settings } from '../store/settings.ts';

/** Variables defined by admins, by node and name: `{ organization: { site: 'Oslo' } }`. */
export type UserVariables = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>;

const SETTING = 'userVariables';

/**
 * Initial variables of a sandbox. Source: platform specification, "Variables are system elements or events,
 * built-in or user-defined".
 */
const SEEDED: UserVariables = {
  organization: {
    site: 'Oslo',
    support_contact: 'security@acme.example',
    severity_threshold: 3,
    is_pilot: true,
  },
};

/** Names of the platform's own nodes, and other names visible to every template. */
const TAKEN = new Set(['event', 'system', 'tenant_id', 'utils']);
const NAME = /^[A-Za-z_]\w{0,63}$/;

export function readUserVariables(settings: Settings): UserVariables {
  const stored = settings.read(SETTING);
  return problemOfUserVariables(stored) === undefined ? (stored as UserVariables) : SEEDED;
}

/** Replaces all variables. `variables` must be valid. */
export function writeUserVariables(settings: Settings, variables: UserVariables): void {
  settings.write(SETTING, variables);
}

/** Why a value isn't valid as the tenant's variables; undefined if it is. */
export function problemOfUserVariables(value: unknown): string | undefined {
  if (!isRecord(value)) return 'Variables must be an object of nodes: {"organization": {"site": "Oslo"}}.';
  for (const [node, members] of Object.entries(value)) {
    if (!NAME.test(node) || TAKEN.has(node)) return `${node} can't be used as a node name.`;
    if (!isRecord(members)) return `${node} must be an object of names with values.`;
    const wrong = Object.entries(members).find(
      ([name, one]) => !NAME.test(name) || !['string', 'number', 'boolean'].includes(typeof one),
    );
    if (wrong !== undefined)
      return `${node}.${wrong[0]} must be a string, a number or a boolean with a valid name.`;
  }
  return undefined;
}
