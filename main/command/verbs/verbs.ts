import type { DefineVerb } from '../run.ts';

export interface Verb {
  readonly name: string;
  readonly summary: string;
  /** True for what shells call, and no one types. */
  readonly isHidden?: true;
  /** Which other verbs it looks at: all, or the one that was typed after `--`. */
  readonly needs?: 'all' | 'typed';
  /** Loads its file only when it is the one that runs. */
  readonly load: () => Promise<DefineVerb>;
}

/** Every verb, in the order of `tdesk --help`. */
export const verbs: readonly Verb[] = [
  {
    name: 'tenants',
    summary: 'list, add, remove and test tenants',
    load: async () => (await import('./tenants.ts')).defineTenants,
  },
  {
    name: 'login',
    summary: 'sign in to a tenant',
    load: async () => (await import('./login.ts')).defineLogin,
  },
  {
    name: 'logout',
    summary: 'end the session of a tenant',
    load: async () => (await import('./logout.ts')).defineLogout,
  },
  {
    name: 'whoami',
    summary: 'show who is signed in',
    load: async () => (await import('./whoami.ts')).defineWhoami,
  },
  {
    name: 'apps',
    summary: 'list and show applications, export their scripts',
    load: async () => (await import('./apps.ts')).defineApps,
  },
  {
    name: 'webhooks',
    summary: 'list, show, test and receive webhooks, render and lint templates',
    load: async () => (await import('./webhooks.ts')).defineWebhooks,
  },
  {
    name: 'roles',
    summary: 'list roles',
    load: async () => (await import('./roles.ts')).defineRoles,
  },
  {
    name: 'origins',
    summary: 'list trusted origins',
    load: async () => (await import('./origins.ts')).defineOrigins,
  },
  {
    name: 'config',
    summary: 'show the configuration of a tenant, and where values come from',
    load: async () => (await import('./config.ts')).defineConfig,
  },
  {
    name: 'pull',
    summary: 'write a tenant as files',
    load: async () => (await import('./pull.ts')).definePull,
  },
  {
    name: 'plan',
    summary: 'show what a folder would change',
    load: async () => (await import('./plan.ts')).definePlan,
  },
  {
    name: 'apply',
    summary: 'apply a saved plan or a folder',
    load: async () => (await import('./apply.ts')).defineApply,
  },
  {
    name: 'drift',
    summary: 'show what changed in a tenant since a folder was pulled',
    load: async () => (await import('./drift.ts')).defineDrift,
  },
  {
    name: 'diff',
    summary: 'compare two tenants, two folders, or a folder and a tenant',
    load: async () => (await import('./diff.ts')).defineDiff,
  },
  {
    name: 'undo',
    summary: 'undo what a run changed',
    load: async () => (await import('./runs.ts')).defineUndo,
  },
  {
    name: 'history',
    summary: 'list the runs of a tenant',
    load: async () => (await import('./runs.ts')).defineHistory,
  },
  {
    name: 'resume',
    summary: 'continue an open run',
    load: async () => (await import('./runs.ts')).defineResume,
  },
  {
    name: 'rollback',
    summary: 'roll back an open run',
    load: async () => (await import('./runs.ts')).defineRollback,
  },
  {
    name: 'query',
    summary: 'run a query, and print or save its rows',
    load: async () => (await import('./query.ts')).defineQuery,
  },
  {
    name: 'procedure',
    summary: 'list procedures, or run one',
    load: async () => (await import('./procedure.ts')).defineProcedure,
  },
  {
    name: 'job',
    summary: 'start, list and show jobs',
    load: async () => (await import('./job.ts')).defineJob,
  },
  {
    name: 'templates',
    summary: 'test webhook templates without a tenant',
    load: async () => (await import('./templates.ts')).defineTemplates,
  },
  {
    name: 'scripts',
    summary: 'test application scripts without a tenant',
    load: async () => (await import('./scripts.ts')).defineScripts,
  },
  {
    name: 'events',
    summary: 'follow the events of a tenant',
    load: async () => (await import('./events.ts')).defineEvents,
  },
  {
    name: 'browser',
    summary: 'run Tenant Desk in the browser',
    load: async () => (await import('./browser.ts')).defineBrowser,
  },
  {
    name: 'sandbox',
    summary: 'run embedded tenants for tests and CI',
    load: async () => (await import('./sandbox.ts')).defineSandbox,
  },
  {
    name: 'backup',
    summary: 'save a backup of the profile',
    load: async () => (await import('./backup.ts')).defineBackup,
  },
  {
    name: 'restore',
    summary: 'show what is in a backup, and restore it',
    load: async () => (await import('./backup.ts')).defineRestore,
  },
  {
    name: 'doctor',
    summary: 'check the installation, and write a report for support',
    load: async () => (await import('./doctor.ts')).defineDoctor,
  },
  {
    name: 'completion',
    summary: 'print the script that completes commands and names in a shell',
    load: async () => (await import('./completion.ts')).defineCompletion,
  },
  {
    name: 'man',
    summary: 'print the manual page',
    needs: 'all',
    load: async () => (await import('./man.ts')).defineMan,
  },
  {
    name: 'complete',
    summary: 'complete a command line',
    isHidden: true,
    needs: 'typed',
    load: async () => (await import('./completion.ts')).defineComplete,
  },
];
