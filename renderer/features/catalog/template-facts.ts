import type { ApplicationTemplate } from '../../../contract/applications/applications.ts';

/** Short labels for properties of a template other than its name and type. */
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
