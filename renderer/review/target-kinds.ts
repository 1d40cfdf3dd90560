import type { IconName } from '../ui/index.ts';
import { tenantPath } from '../state/router.svelte.ts';

interface TargetKind {
  readonly icon: IconName;
  /** What one is called, for a tag. */
  readonly label: string;
  /** Where it is edited. */
  readonly path: (tenantId: string, targetId: string) => string;
  /** True where no plan is made of the draft itself: it never goes to a tenant, or is reviewed cell by cell in its view. */
  readonly isReviewedApart?: true;
  /** True where it is for this profile alone: a tenant never has it. */
  readonly staysHere?: true;
}

/** Begins the identifier of a draft of what does not exist yet; that of an application goes on with its template, or
 * with a name of its own where it is a copy. */
const newPrefix = 'new:';

/** Names the draft of what does not exist yet. */
export const newTargetId = (name: string): string => `${newPrefix}${name}`;

/** True for what the tenant does not have yet. */
export const isNewTarget = (targetId: string): boolean => targetId.startsWith(newPrefix);

/** Kinds of things that have a place in the window. What main can change besides is shown without a link. */
const targetKinds: Readonly<Record<string, TargetKind>> = {
  application: {
    icon: 'layout-grid',
    label: 'Application',
    path: (tenantId, id) =>
      id.startsWith(newPrefix)
        ? tenantPath(tenantId, 'catalog', id.slice(newPrefix.length))
        : tenantPath(tenantId, 'applications', id, 'general'),
  },
  script: {
    icon: 'file-code',
    label: 'Script',
    path: (tenantId, id) => tenantPath(tenantId, 'applications', id, 'script'),
  },
  publication: {
    icon: 'users',
    label: 'Publication',
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

/** True where a draft of it is a change of the tenant, which a review shows. */
export function isReviewed(kind: string): boolean {
  const known = targetKinds[kind];
  return known !== undefined && known.isReviewedApart !== true;
}

/** True where a draft of it never goes to a tenant: it is saved here, or lost. */
export function staysHere(kind: string): boolean {
  return targetKinds[kind]?.staysHere === true;
}

/** The address of the view that edits a thing; undefined where there is none, or no thing any more. */
export function targetPath(tenantId: string, kind: string, targetId: string): string | undefined {
  return targetId === '' ? undefined : targetKinds[kind]?.path(tenantId, targetId);
}
