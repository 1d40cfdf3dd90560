import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { formatTable } from '../output/table.ts';
import { profileOfInput } from '../../tenants/directory/profile-of-input.ts';
import { chooseTenant } from '../state/choose-tenant.ts';
import { readTenants } from '../state/read-tenants.ts';
import { definesTenant, readRunInput } from '../state/run-environment.ts';
import type { FolderItem } from './item.ts';
import { readFolder } from './read-folder.ts';
import type { FoundSettings } from './settings-file.ts';
import { findSettingsFile } from './settings-file.ts';

interface Explained {
  readonly name: string;
  /** Null for a secret, and for what has no value. */
  readonly value: string | null;
  /** Null if nothing sets it. */
  readonly source: string | null;
}

/** Prints where the tenant, the state folder and the value of every reference in a folder come from. Values of the environment and the keychain aren't shown. */
export async function explainConfiguration(context: Context, dir: string): Promise<void> {
  const { env, output } = context;
  const found = await findSettingsFile(dir);
  const own = ownKey(context, found);
  const values = [
    explainTenant(context, found),
    explainState(context),
    ...environmentValues(env),
    ...referencesIn(readFolder(dir)).map((reference) => explainReference(reference, { env, found, own })),
  ];
  await output.print({
    verb: 'config-explain',
    data: { folder: dir, settingsFile: found.path ?? null, values },
    text: () =>
      formatTable<Explained>(
        [
          { title: 'Name', value: ({ name }) => name },
          { title: 'Value', value: ({ value, source }) => value ?? (source === null ? '' : '(hidden)') },
          { title: 'Source', value: ({ source }) => source ?? 'no value: an existing secret stays as it is' },
        ],
        values,
      ),
  });
}

function explainTenant({ options, env }: Context, { path, settings }: FoundSettings): Explained {
  if (options.tenant !== undefined) return { name: 'tenant', value: options.tenant, source: '--tenant' };
  if (definesTenant(env)) {
    return { name: 'tenant', value: env['TDESK_TENANT_URL'] ?? '', source: 'TDESK_TENANT_URL' };
  }
  if (settings.tenant !== undefined && path !== undefined) {
    return { name: 'tenant', value: settings.tenant, source: path };
  }
  return { name: 'tenant', value: null, source: null };
}

function explainState({ options, env, folder }: Context): Explained {
  const isSet = (env['TDESK_STATE'] ?? '') !== '';
  const source = options.state === undefined ? (isSet ? 'TDESK_STATE' : 'default') : '--state';
  return { name: 'state', value: folder, source };
}

const shownVariables = [
  'TDESK_ANALYTICS_URL',
  'TDESK_ISSUER',
  'TDESK_TENANT_NAME',
  'TDESK_ENVIRONMENT',
  'TDESK_CLIENT_ID',
  'TDESK_SCOPES',
];

function environmentValues(env: NodeJS.ProcessEnv): Explained[] {
  return shownVariables.flatMap((name): Explained[] => {
    const value = env[name] ?? '';
    return value === '' ? [] : [{ name, value, source: 'environment' }];
  });
}

interface Reference {
  readonly from: 'env' | 'keychain';
  readonly name: string;
}

/** Every reference in a folder, once. */
function referencesIn(items: readonly FolderItem[]): Reference[] {
  const found = new Map<string, Reference>();
  for (const { document, text } of items) {
    const all = `${JSON.stringify(document)}${text ?? ''}`;
    for (const [whole, from, name] of all.matchAll(/(?<!\$)\$\{(env|keychain):([^{}\s]+)\}/g)) {
      found.set(whole, { from: from as Reference['from'], name: name ?? '' });
    }
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

interface Sources {
  readonly env: NodeJS.ProcessEnv;
  readonly found: FoundSettings;
  /** Under which name `tenants` has values for the tenant that is meant; undefined if it has none. */
  readonly own: string | undefined;
}

/** The name or URL under which `valuesFor` finds the values of the tenant that is meant. */
function ownKey({ options, env, folder }: Context, { settings }: FoundSettings): string | undefined {
  const isOwnRun = definesTenant(env);
  const run = isOwnRun ? [profileOfInput(readRunInput(env), runFields)] : [];
  const wanted = options.tenant ?? (isOwnRun ? undefined : settings.tenant);
  const tenants = wanted === undefined && isOwnRun ? run : [...readTenants(folder), ...run];
  const names = [...namesOf(tenants, wanted), ...(wanted === undefined ? [] : [wanted])];
  return names.find((name) => Object.hasOwn(settings.tenants, name));
}

const runFields = { id: '', hasClientSecret: false, isSandbox: false };

/** None if it isn't clear which tenant is meant: `plan` says so. */
function namesOf(tenants: readonly TenantProfile[], wanted: string | undefined): readonly string[] {
  try {
    const { name, baseUrl } = chooseTenant(tenants, wanted);
    return [name, baseUrl];
  } catch {
    return [];
  }
}

function explainReference({ from, name }: Reference, { env, found, own }: Sources): Explained {
  const shown = `\${${from}:${name}}`;
  if (from === 'keychain') return { name: shown, value: null, source: 'keychain entry of the service tdesk' };
  if ((env[name] ?? '') !== '') return { name: shown, value: null, source: `environment variable ${name}` };
  const { path = '', settings } = found;
  const ofTenant = own === undefined ? undefined : settings.tenants[own]?.values;
  if (ofTenant !== undefined && Object.hasOwn(ofTenant, name)) {
    return { name: shown, value: ofTenant[name] ?? null, source: `${path} (tenants.${own ?? ''})` };
  }
  const common = Object.hasOwn(settings.values, name) ? settings.values[name] : undefined;
  if (common !== undefined) return { name: shown, value: common, source: `${path} (values)` };
  return { name: shown, value: null, source: null };
}
