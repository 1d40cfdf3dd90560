import type { Component } from 'svelte';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { IconName } from '../../ui/index.ts';
import type { GlobalView, GlobalViewProps, TenantView, TenantViewProps } from '../../state/view-ids.ts';
import { applicationDetail } from './application-detail.ts';
import { readApplicationsAhead } from '../../state/read-applications.ts';

type Loaded<Props extends Record<string, unknown>> = Promise<{ readonly default: Component<Props> }>;

interface Described {
  readonly name: string;
  /** One of `renderer/ui/icon/icons.ts`; add new ones there. */
  readonly icon: IconName;
  /** `g` and a letter in sequence: go to the view from anywhere except text fields and lists. */
  readonly shortcut: `g ${string}`;
  /** The parts of the URL behind the view that name an item; undefined if none is open. */
  readonly itemOf?: (rest: readonly string[]) => readonly string[] | undefined;
  /** The former ID in URLs, so that saved links keep working. */
  readonly formerId?: string;
}

interface TenantViewDefinition extends Described {
  readonly scope: 'tenant';
  readonly id: TenantView;
  /** The view whose rail entry stands for this one too; it then has no entry itself. */
  readonly within?: string;
  /** Starts loading what it shows first, while the view itself is loading. */
  readonly ahead?: (desk: Desk, tenantId: string) => void;
  readonly load: () => Loaded<TenantViewProps>;
  /** The part for one item, if it is loaded separately: a URL that names an item waits for both. */
  readonly loadItem?: () => Promise<void>;
}

interface GlobalViewDefinition extends Described {
  readonly scope: 'global';
  readonly id: GlobalView;
  /** Position in the rail: with the tenant's views, or at the bottom. */
  readonly place: 'work' | 'foot';
  readonly load: () => Loaded<GlobalViewProps>;
}

export type View = TenantViewDefinition | GlobalViewDefinition;

/** All views of the window: rail, palette, URLs, shortcuts and lazy loading read this table. */
export const views: readonly View[] = [
  {
    id: 'overview',
    scope: 'tenant',
    name: 'Overview',
    icon: 'overview',
    shortcut: 'g v',
    load: () => import('../../features/overview/OverviewView.svelte'),
  },
  {
    id: 'applications',
    scope: 'tenant',
    name: 'Applications',
    icon: 'layout-grid',
    shortcut: 'g a',
    itemOf: ([id]) => (id === undefined || id === 'deleted' ? undefined : [id]),
    ahead: readApplicationsAhead,
    load: () => import('./ApplicationsWithScripts.svelte'),
    loadItem: () => applicationDetail.fetch(),
  },
  {
    id: 'catalog',
    scope: 'tenant',
    name: 'Catalog',
    icon: 'book-open',
    shortcut: 'g c',
    within: 'applications',
    load: () => import('../../features/catalog/CatalogView.svelte'),
  },
  {
    id: 'roles',
    scope: 'tenant',
    name: 'Roles',
    icon: 'users',
    shortcut: 'g r',
    itemOf: ([part, id]) => (part === 'list' && id !== undefined ? [part, id] : undefined),
    load: () => import('../../features/roles/RolesView.svelte'),
  },
  {
    id: 'origins',
    scope: 'tenant',
    name: 'Origins',
    icon: 'globe',
    shortcut: 'g o',
    load: () => import('../../features/origins/OriginsView.svelte'),
  },
  {
    id: 'configuration',
    scope: 'tenant',
    name: 'Configuration',
    icon: 'sliders-horizontal',
    shortcut: 'g f',
    load: () => import('../../features/configuration/ConfigurationView.svelte'),
  },
  {
    id: 'queries',
    scope: 'tenant',
    name: 'Query',
    icon: 'terminal',
    shortcut: 'g q',
    formerId: 'query',
    load: () => import('../../features/queries/QueriesView.svelte'),
  },
  {
    id: 'procedures',
    scope: 'tenant',
    name: 'Procedures',
    icon: 'square-function',
    shortcut: 'g p',
    itemOf: ([id]) => (id === undefined || id === 'jobs' ? undefined : [id]),
    load: () => import('../../features/procedures/ProceduresView.svelte'),
  },
  {
    id: 'webhooks',
    scope: 'tenant',
    name: 'Webhooks',
    icon: 'webhook',
    shortcut: 'g w',
    itemOf: ([id]) => (id === undefined || /^(new|deleted)\b/.test(id) ? undefined : [id]),
    load: () => import('../../features/webhooks/WebhooksView.svelte'),
  },
  {
    id: 'migration',
    scope: 'tenant',
    name: 'Migration',
    icon: 'arrow-left-right',
    shortcut: 'g m',
    load: () => import('../../features/migration/MigrationView.svelte'),
  },
  {
    id: 'drafts',
    scope: 'global',
    name: 'Drafts',
    icon: 'pencil',
    shortcut: 'g d',
    place: 'work',
    load: () => import('../../features/drafts/DraftsView.svelte'),
  },
  {
    id: 'history',
    scope: 'global',
    name: 'History',
    icon: 'history',
    shortcut: 'g h',
    place: 'work',
    load: () => import('../../features/history/HistoryView.svelte'),
  },
  {
    id: 'tenants',
    scope: 'global',
    name: 'Tenants',
    icon: 'server',
    shortcut: 'g t',
    place: 'foot',
    load: () => import('../../features/tenants/TenantsView.svelte'),
  },
  {
    id: 'settings',
    scope: 'global',
    name: 'Settings',
    icon: 'settings',
    shortcut: 'g s',
    place: 'foot',
    load: () => import('../../features/settings/SettingsView.svelte'),
  },
];

export const tenantViews = views.filter((view) => view.scope === 'tenant');
export const globalViews = views.filter((view) => view.scope === 'global');
