import { approximate, isNumber } from '../../languages/json/exact-number.ts';
import { categories, kindNames, mobileTypeOf, templates, type Template } from '../catalog/templates.ts';
import type { Operation } from '../http/operation.ts';
import { OperationFailure } from '../requests/envelope.ts';
import { JsonText } from '../requests/json-text.ts';
import type { RequestMembers } from '../requests/request-members.ts';

/** The templates that applications are made of. */
export function catalogOperations(): Operation[] {
  const catalogJson = new JsonText(JSON.stringify(templates.map(toCatalogEntry)));
  return [
    { path: '/SaasManage/GetTemplatesAndCategories', membersOptional: true, run: () => catalogJson },
    { path: '/SaasManage/GetCategories', membersOptional: true, run: () => categories },
    {
      path: '/SaasManage/GetPaginatedTemplates',
      membersOptional: true,
      run: ({ members }) => paginate(members),
    },
  ];
}

function toCatalogEntry(template: Template): unknown {
  return {
    Entities: [{ Type: 'SysApps', Key: template.id, IsForeignKey: false }],
    Row: {
      Featured: template.featured,
      ProvSettingPreview: null,
      Name: template.id,
      Category: template.category,
      MobileAppType: mobileTypeOf(template.kind),
      DisplayName: template.name,
      AppTypeDisplayName: kindNames[template.kind].displayName,
      OnPrem: template.onPrem,
      ID: template.id,
      ShadowAppLink: null,
      Description: template.description,
      Icon: template.icon,
    },
  };
}

/** Our shape: `Count` and `Results` of catalog entries, filtered by `Category` and `Search`. */
function paginate(members: RequestMembers): unknown {
  const category = members.text('Category');
  const search = members.text('Search')?.toLowerCase();
  const size = positive(members, 'PageSize', 50);
  const page = positive(members, 'PageNumber', 1);
  const matching = templates.filter(
    (template) =>
      (category === undefined || template.category === category) &&
      (search === undefined || template.name.toLowerCase().includes(search)),
  );
  return {
    Count: matching.length,
    Results: matching.slice((page - 1) * size, page * size).map(toCatalogEntry),
  };
}

function positive(members: RequestMembers, name: string, fallback: number): number {
  const value = members.raw(name);
  if (value === undefined || value === null) return fallback;
  const number = isNumber(value)
    ? approximate(value)
    : typeof value === 'string'
      ? Number(value)
      : Number.NaN;
  if (!Number.isSafeInteger(number) || number < 1)
    throw new OperationFailure('InvalidParameter', `${name} must be a whole number from 1.`);
  return number;
}
