import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { formatTable } from '../output/table.ts';
import { definesTenant } from '../state/run-environment.ts';
import { readTenants } from '../state/read-tenants.ts';
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
  const { options, env, folder, output } = context;
  const found = await findSettingsFile(dir);
  const profile = definesTenant(env)
    ? undefined
    : readTenants(folder).find(({ name, id }) => {
        const wanted = options.tenant ?? found.settings.tenant;
        return wanted !== undefined && (id === wanted || name.toLowerCase() === wanted.toLowerCase());
      });
  const values = [
    explainTenant(context, found),
    explainState(context),
    ...environmentValues(env),
    ...referencesIn(await readFolder(dir)).map((reference) =>
      explainReference(reference, { env, found, profile, wanted: options.tenant ?? found.settings.tenant }),
    ),
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
  readonly profile: TenantProfile | undefined;
  readonly wanted: string | undefined;
}

function explainReference({ from, name }: Reference, { env, found, profile, wanted }: Sources): Explained {
  const shown = `\${${from}:${name}}`;
  if (from === 'keychain') return { name: shown, value: null, source: 'keychain entry of the service tdesk' };
  if ((env[name] ?? '') !== '') return { name: shown, value: null, source: `environment variable ${name}` };
  const { path = '', settings } = found;
  for (const tenant of [
    profile?.name,
    profile?.baseUrl,
    env['TDESK_TENANT_NAME'],
    env['TDESK_TENANT_URL'],
    wanted,
  ]) {
    const own = tenant === undefined ? undefined : settings.tenants[tenant]?.values[name];
    if (own !== undefined) return { name: shown, value: own, source: `${path} (tenants.${tenant ?? ''})` };
  }
  const common = settings.values[name];
  if (common !== undefined) return { name: shown, value: common, source: `${path} (values)` };
  return { name: shown, value: null, source: null };
}
