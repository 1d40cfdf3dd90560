import type { IconName } from '../ui/index.ts';
import { tenantPath } from '../state/router.svelte.ts';

interface TargetKind {
  readonly icon: IconName;
  /** Its name, for a tag. */
  readonly label: string;
  /** Where it is edited. */
  readonly path: (tenantId: string, targetId: string) => string;
  /**
   * True if no plan is made from the draft itself: it never goes to a tenant, or is reviewed cell by cell in its
   * view.
   */
  readonly isReviewedApart?: true;
  /** True if it exists in this profile only: a tenant never has it. */
  readonly staysHere?: true;
}

/**
 * Begins the ID of a draft for an item that does not exist yet; that of an application continues with its template,
 * or with a name if it is a copy.
 */
const newPrefix = 'new:';

/** The ID of a draft for an item that does not exist yet. */
export const newTargetId = (name: string): string => `${newPrefix}${name}`;

/** True for an item that the tenant does not have yet. */
export const isNewTarget = (targetId: string): boolean => targetId.startsWith(newPrefix);

/** Kinds of items that have a view. Other kinds that main can change are shown without a link. */
const targetKinds: Readonly<Record<string, TargetKind>> = {
  application: {
    icon: 'layout-grid',
    label: 'Application',
    path: (tenantId, id) =>
      id.startsWith(newPrefix)
        ? tenantPath(tenantId, 'catalog', id.slice(newPrefix.length))
        : tenantPath(tenantId, 'applications', id, 'settings'),
  },
  script: {
    icon: 'file-code',
    label: 'Script',
    path: (tenantId, id) => tenantPath(tenantId, 'applications', id, 'script'),
  },
  publication: {
    icon: 'users',
    label: 'Assignment',
    path: (tenantId) => tenantPath(tenantId, 'roles', 'matrix'),
  },
  role: {
    icon: 'users',
    label: 'Role',
    isReviewedApart: true,
    path: (tenantId, id) => tenantPath(tenantId, 'roles', 'list', id),
  },
  publications: {
    icon: 'users',
    label: 'Roles',
    isReviewedApart: true,
    path: (tenantId) => tenantPath(tenantId, 'roles', 'matrix'),
  },
  webhook: {
    icon: 'webhook',
    label: 'Webhook',
    path: (tenantId, id) => tenantPath(tenantId, 'webhooks', id),
  },
  origins: { icon: 'globe', label: 'Origins', path: (tenantId) => tenantPath(tenantId, 'origins') },
  configuration: {
    icon: 'sliders-horizontal',
    label: 'Configuration',
    path: (tenantId) => tenantPath(tenantId, 'configuration'),
  },
  job: {
    icon: 'play',
    label: 'Job',
    isReviewedApart: true,
    path: (tenantId, id) => tenantPath(tenantId, 'procedures', 'jobs', id),
  },
  query: {
    icon: 'terminal',
    label: 'Query',
    isReviewedApart: true,
    staysHere: true,
    path: (tenantId, id) => tenantPath(tenantId, 'queries', id),
  },
};

export function targetKindLook(kind: string): Pick<TargetKind, 'icon' | 'label'> {
  return targetKinds[kind] ?? { icon: 'file', label: kind };
}

/** True if a draft of it is a change of the tenant, which a review shows. */
export function isReviewed(kind: string): boolean {
  const known = targetKinds[kind];
  return known !== undefined && known.isReviewedApart !== true;
}

/** True if a draft of it never goes to a tenant: it is saved locally or discarded. */
export function staysHere(kind: string): boolean {
  return targetKinds[kind]?.staysHere === true;
}

/** The URL of the view that edits an item; undefined if there is none, or the item no longer exists. */
export function targetPath(tenantId: string, kind: string, targetId: string): string | undefined {
  return targetId === '' ? undefined : targetKinds[kind]?.path(tenantId, targetId);
}
