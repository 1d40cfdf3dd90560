/** An application-role pair. */
export interface AssignmentPair {
  readonly applicationId: string;
  readonly roleId: string;
}

export const assignmentKindName = 'publication';

/**
 * The target ID of an application-role assignment in changes. Both parts are percent-encoded, so that neither contains the
 * separator. Example: `assignmentTarget({ applicationId: 'a|b', roleId: 'r' })` is `a%7Cb|r`.
 */
export function assignmentTarget({ applicationId, roleId }: AssignmentPair): string {
  return `${encoded(applicationId)}|${encoded(roleId)}`;
}

/** The inverse of `assignmentTarget`; undefined if invalid. */
export function assignmentOf(targetId: string): AssignmentPair | undefined {
  const [applicationId, roleId, ...more] = targetId.split('|');
  if (applicationId === undefined || roleId === undefined || more.length > 0) return undefined;
  try {
    return { applicationId: decodeURIComponent(applicationId), roleId: decodeURIComponent(roleId) };
  } catch {
    return undefined;
  }
}

/** Lone surrogates can't be encoded or sent. */
const encoded = (id: string): string => encodeURIComponent(id.toWellFormed());
