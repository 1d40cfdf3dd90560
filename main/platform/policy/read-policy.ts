import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { z } from 'zod';
import { policySchema } from '../../../contract/policy/policy.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { rejectUnusable } from '../settings/reject-unusable.ts';
import { managedPreferencesFile, readManagedPreferences } from './managed-preferences.ts';
import type { ManagedPolicy } from './managed-policy.ts';
import { noPolicy, unusablePolicy } from './managed-policy.ts';
import type { FoundPolicy, RunProgram } from './policy-source.ts';
import { absentPolicy } from './policy-source.ts';
import { readPolicyFile } from './policy-file.ts';
import { readRegistry } from './registry.ts';

export const linuxPolicyFile = '/etc/tenant-desk/policy.json';

const administrator = 0;

/** The policy of this computer. Never throws: one that can't be used is the most restrictive. */
export function readSystemPolicy(platform: NodeJS.Platform = process.platform): ManagedPolicy {
  return policyOf(findPolicy(platform));
}

function findPolicy(platform: NodeJS.Platform): FoundPolicy {
  if (platform === 'linux') return readPolicyFile({ file: linuxPolicyFile, ownerId: administrator });
  if (platform === 'darwin')
    return readManagedPreferences({ file: managedPreferencesFile, ownerId: administrator }, runProgram);
  return platform === 'win32' ? readRegistry({ program: findReg(), run: runProgram }) : absentPolicy;
}

/** Checks what was found against the schema. */
export function policyOf(found: FoundPolicy): ManagedPolicy {
  if (found.state === 'absent') return noPolicy;
  const { source } = found;
  if (found.state === 'unreadable') return unusablePolicy(source, restricted(found.problem));
  const parsed = policySchema.safeParse(found.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return unusablePolicy(source, restricted(`${source} is not valid: ${describe(issue)} Correct it.`));
  }
  try {
    rejectUnusable(parsed.data);
  } catch (error) {
    const why = error instanceof DeskFailure ? error.message : String(error);
    return unusablePolicy(source, restricted(`${source} is not valid: ${why} Correct it.`));
  }
  return { values: parsed.data, source };
}

const restricted = (problem: string): string =>
  `${problem} Until then, everything a policy can forbid is forbidden.`;

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'It has an unknown error.';
  if (issue.code === 'unrecognized_keys') {
    return `This version doesn't know ${issue.keys.join(', ')}. Check the spelling, or update Tenant Desk.`;
  }
  const path = issue.path.length === 0 ? 'The policy' : issue.path.join('.');
  return `${path}: ${issue.message.replace(/\.?$/, '.')}`;
}

const runProgram: RunProgram = (file, args) =>
  execFileSync(file, [...args], {
    encoding: 'utf8',
    timeout: 10_000,
    maxBuffer: 16 * 1024 * 1024,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** The usual place first, because the user can change the variable. */
function findReg(): string {
  const usual = String.raw`C:\Windows\System32\reg.exe`;
  if (existsSync(usual)) return usual;
  return String.raw`${process.env['SystemRoot'] ?? String.raw`C:\Windows`}\System32\reg.exe`;
}
