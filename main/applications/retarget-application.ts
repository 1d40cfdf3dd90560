import type { ApplicationState } from '../../contract/applications/applications.ts';
import { withValue } from '../../contract/applications/application-settings.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { ForeignChange, Retargeted } from '../changes/kind/retarget.ts';
import { isSameName, onlyMatch } from '../changes/kind/retarget.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findTemplate, rolesOfRun, freshRows } from './live-applications.ts';

/** The same change for the application with this name and template; a new one is added from the template with that name. */
export async function retargetApplication(
  parts: ApplicationChangeParts,
  change: ForeignChange<ApplicationState>,
  context: ChangeContext,
): Promise<Retargeted<ApplicationState>> {
  const { base, wanted } = change;
  if (base === null) return await retargetAddition(parts, change, context);
  const rows = await freshRows(parts, context);
  const isSameTemplate = (templateName: string): boolean =>
    templateName === '' || base.templateId === '' || templateName === base.templateId;
  const found = onlyMatch(
    rows.filter(({ name, templateName }) => isSameName(name, base.name) && isSameTemplate(templateName)),
    `application “${base.name}”${base.templateId === '' ? '' : ` of the template ${base.templateId}`}`,
    context.tenant.name,
  );
  if ('skipped' in found) return found;
  const targetId = found.match.id;
  if (wanted === null) return { targetId, base, wanted, notes: [] };
  const isIconLost = wanted.icon !== base.icon && !isCopiedIcon(wanted.icon);
  return {
    targetId,
    base,
    wanted: { ...wanted, roles: null, ...(isIconLost ? { icon: base.icon } : {}) },
    notes: isIconLost ? [iconNote] : [],
  };
}

async function retargetAddition(
  parts: ApplicationChangeParts,
  { base, wanted, madeFor }: ForeignChange<ApplicationState>,
  context: ChangeContext,
): Promise<Retargeted<ApplicationState>> {
  if (wanted === null) return { skipped: 'It adds nothing.' };
  const { tenant } = context;
  const templates = madeFor === undefined ? undefined : parts.offline.templateNames(madeFor.id);
  const templateName = templates?.get(wanted.templateId) ?? wanted.templateId;
  const template = await findTemplate(parts, templateName, context);
  if (template === undefined) {
    return { skipped: `The catalog of ${tenant.name} has no template “${templateName}”.` };
  }
  const rows = await freshRows(parts, context);
  const { roles, missing } = await rolesHere(parts, wanted.roles ?? [], madeFor?.id, context);
  return {
    targetId: null,
    base,
    wanted: {
      ...wanted,
      templateId: template.id,
      icon: isCopiedIcon(wanted.icon) ? wanted.icon : '',
      // Part of URLs of its tenant: dropped so that the tenant picks a free one.
      settings: { ...withValue(wanted.settings, 'ServiceName', undefined) },
      roles: wanted.roles === null ? null : roles,
    },
    notes: [
      ...(isCopiedIcon(wanted.icon) ? [] : [iconNote]),
      ...missing,
      ...(rows.some(({ name }) => isSameName(name, wanted.name))
        ? [`${tenant.name} already has an application with this name. This adds another.`]
        : []),
    ],
  };
}

/** A URL on the tenant is invalid on another one. */
const isCopiedIcon = (icon: string): boolean => icon === '' || icon.startsWith('data:');
const iconNote = 'Its icon is a file of the other tenant and isn’t copied.';

/** Roles by name and type; those without exactly one match here are reported. */
async function rolesHere(
  parts: ApplicationChangeParts,
  ids: readonly string[],
  fromTenantId: string | undefined,
  context: ChangeContext,
): Promise<{ readonly roles: string[]; readonly missing: readonly string[] }> {
  if (ids.length === 0) return { roles: [], missing: [] };
  const known = fromTenantId === undefined ? undefined : parts.offline.roles(fromTenantId);
  const here = await rolesOfRun(parts, context);
  const roles: string[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const role = known?.get(id);
    const found = onlyMatch(
      here.filter((one) =>
        role === undefined ? one.id === id : isSameName(one.name, role.name) && one.type === role.type,
      ),
      `role “${role?.name ?? id}”`,
      context.tenant.name,
    );
    if ('skipped' in found) missing.push(`${found.skipped} It won’t be assigned to it.`);
    else roles.push(found.match.id);
  }
  return { roles, missing };
}
