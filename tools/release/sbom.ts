import { z } from 'zod';
import type { License } from '../../contract/settings/licenses.ts';

/** What is read of a CycloneDX document of npm; everything else is unchanged. */
const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  properties: z.array(z.looseObject({ name: z.string() })).default([]),
});
const documentSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

type SoftwareBill = z.infer<typeof documentSchema>;

/** npm marks what is in `devDependencies`; bundles contain some of these packages. */
const developmentMark = 'cdx:npm:package:development';

/**
 * The CycloneDX document of what is released: `all` is what `npm sbom` says about the lockfile, most of which only builds and
 * tests; `shipped` are the packages of the program. Throws if the lockfile doesn't have one of them.
 */
export function softwareBill(all: unknown, shipped: readonly License[], version: string): SoftwareBill {
  const document = documentSchema.parse(all);
  // References are the real names of packages, which may be installed under others.
  const names = new Set(shipped.map((each) => `${each.name}@${each.version}`));
  const components = document.components.filter((component) => names.has(component['bom-ref']));
  const listed = new Set(components.map((component) => component['bom-ref']));
  const missing = [...names].filter((name) => !listed.has(name));
  if (missing.length > 0)
    throw new Error(`The lockfile doesn't have ${missing.join(', ')}. Run npm ci and build again.`);
  const program = { ...document.metadata.component, type: 'application', name: 'Tenant Desk', version };
  return {
    ...document,
    metadata: { ...document.metadata, component: program },
    components: components.map(({ properties, ...component }) => ({
      ...component,
      properties: properties.filter(({ name }) => name !== developmentMark),
    })),
    dependencies: [
      { ref: program['bom-ref'], dependsOn: [...listed].toSorted() },
      ...document.dependencies
        .filter(({ ref }) => listed.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => listed.has(each)) })),
    ],
  };
}
