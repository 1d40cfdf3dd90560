import type { ApplicationState } from '../../contract/applications/applications.ts';
import { withValue } from '../../contract/applications/application-settings.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { ElsewhereChange, Retargeted } from '../changes/kind/retarget.ts';
import { isSameName, onlyMatch } from '../changes/kind/retarget.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findTemplate, rolesOfRun, freshRows } from './live-applications.ts';

/** The same change of the application of this name and template; a new one is added from the template of that name. */
export async function retargetApplication(
  parts: ApplicationChangeParts,
  change: ElsewhereChange<ApplicationState>,
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
  if ('leftOut' in found) return found;
  const targetId = found.match.id;
  if (wanted === null) return { targetId, base, wanted, notes: [] };
  const isIconLost = wanted.icon !== base.icon && !isCarriedIcon(wanted.icon);
  return {
    targetId,
    base,
    wanted: { ...wanted, roles: null, ...(isIconLost ? { icon: base.icon } : {}) },
    notes: isIconLost ? [iconNote] : [],
  };
}

async function retargetAddition(
  parts: ApplicationChangeParts,
  { base, wanted, madeFor }: ElsewhereChange<ApplicationState>,
  context: ChangeContext,
): Promise<Retargeted<ApplicationState>> {
  if (wanted === null) return { leftOut: 'It adds nothing.' };
  const { tenant } = context;
  const templates = madeFor === undefined ? undefined : parts.offline.templateNames(madeFor.id);
  const templateName = templates?.get(wanted.templateId) ?? wanted.templateId;
  const template = await findTemplate(parts, templateName, context);
  if (template === undefined) {
    return { leftOut: `${tenant.name} has no template “${templateName}” in its catalog.` };
  }
  const rows = await freshRows(parts, context);
  const { roles, missing } = await rolesHere(parts, wanted.roles ?? [], madeFor?.id, context);
  return {
    targetId: null,
    base,
    wanted: {
      ...wanted,
      templateId: template.id,
      icon: isCarriedIcon(wanted.icon) ? wanted.icon : '',
      // Names it in addresses of its tenant: here it gets one that is free.
      settings: { ...withValue(wanted.settings, 'ServiceName', undefined) },
      roles: wanted.roles === null ? null : roles,
    },
    notes: [
      ...(isCarriedIcon(wanted.icon) ? [] : [iconNote]),
      ...missing,
      ...(rows.some(({ name }) => isSameName(name, wanted.name))
        ? [`${tenant.name} has an application of this name already: there would be two.`]
        : []),
    ],
  };
}

/** An address on the tenant leads nowhere on another one. */
const isCarriedIcon = (icon: string): boolean => icon === '' || icon.startsWith('data:');
const iconNote = 'Its icon is a file of the other tenant, and stays behind.';

/** Roles by name and type; those of which there is not exactly one here are named. */
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
    if ('leftOut' in found) missing.push(`${found.leftOut} It is not published to it.`);
    else roles.push(found.match.id);
  }
  return { roles, missing };
}
