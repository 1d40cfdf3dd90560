import type { ApplicationTemplate } from '../../../contract/applications/applications.ts';

/** What the catalog says of a template beside its name and kind, in a few words each. */
export function factsOf(template: ApplicationTemplate): readonly string[] {
  const { mobileType, isFeatured, isOnPremises, provisioning, shadowAppLink } = template;
  return [
    ...(isFeatured ? ['Featured'] : []),
    ...(isOnPremises ? ['On-premises'] : []),
    ...(mobileType === '' ? [] : [mobileType]),
    ...(provisioning === '' ? [] : ['Provisioning preview']),
    ...(shadowAppLink === '' ? [] : ['Linked application']),
  ];
}
