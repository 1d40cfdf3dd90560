import { policySchema } from '../../../contract/policy/policy.ts';
import type { FoundPolicy, RunProgram } from './policy-source.ts';
import { absentPolicy } from './policy-source.ts';

const parentKey = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies`;
export const registryKey = String.raw`${parentKey}\Tenant Desk`;

export interface RegistryOptions {
  /** `reg.exe` of the system. */
  readonly program: string;
  readonly run: RunProgram;
}

/** A value as `reg query` prints it. */
interface RegistryValue {
  readonly name: string;
  readonly type: string;
  readonly data: string;
}

/** Reads the values that Group Policy writes. Without the key there is no policy; what can't be understood makes it unreadable. */
export function readRegistry({ program, run }: RegistryOptions): FoundPolicy {
  const query = (...args: string[]): string => run(program, ['query', ...args, '/reg:64']);
  try {
    const keys = query(parentKey).split(/\r?\n/);
    if (!keys.some((key) => key.trim().toLowerCase() === registryKey.toLowerCase())) return absentPolicy;
    const values = parseRegistry(query(registryKey));
    if (values.length === 0) return absentPolicy;
    const entries = values.map((value) => [keyNameOf(value.name), valueOf(value)] as const);
    return { state: 'found', source: registryKey, value: Object.fromEntries(entries) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      state: 'unreadable',
      source: registryKey,
      problem: `The registry key ${registryKey} can't be read: ${why} Correct its values.`,
    };
  }
}

/** Lines such as `    disableDelete    REG_DWORD    0x1`. Names of values have no runs of spaces. */
function parseRegistry(printed: string): readonly RegistryValue[] {
  return printed.split(/\r?\n/).flatMap((line) => {
    const [, name, type, data = ''] = /^ {4}(\S+(?: \S+)*) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? [];
    // The unnamed value has a translated name, in parentheses.
    if (name === undefined || type === undefined || name.startsWith('(')) return [];
    return [{ name, type, data }];
  });
}

/** Names in the registry have no case. */
function keyNameOf(name: string): string {
  const known = policySchema.keyof().options.find((key) => key.toLowerCase() === name.toLowerCase());
  return known ?? name;
}

function valueOf({ name, type, data }: RegistryValue): unknown {
  if (type === 'REG_DWORD') {
    const number = Number(data);
    return isSwitch(name) && (number === 0 || number === 1) ? number === 1 : number;
  }
  // `reg query` separates the lines of a value with a written \0.
  const lines = data.split(String.raw`\0`).filter((line) => line.trim() !== '');
  if (type !== 'REG_SZ' && type !== 'REG_MULTI_SZ') throw new Error(`${name} has the type ${type}.`);
  const key = keyNameOf(name);
  if (key === 'preconfiguredTenants') return parseTenants(name, lines.join('\n'));
  return key === 'allowedUrls' || key === 'readOnlyTenants' ? lines : lines.join('\n');
}

function parseTenants(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${name} is not JSON.`);
  }
}

function isSwitch(name: string): boolean {
  return keyNameOf(name).startsWith('disable');
}
