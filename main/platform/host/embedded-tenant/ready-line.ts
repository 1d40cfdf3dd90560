import { z } from 'zod';

const loopbackAddress = z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ });

/** An embedded tenant as announced by its process. Services validate the other members. */
const embeddedTenantAddressSchema = z.looseObject({ name: z.string().min(1), baseUrl: loopbackAddress });

const readyLineSchema = z.looseObject({
  ready: z.literal(true),
  tenants: z.array(embeddedTenantAddressSchema).min(1),
});

export type EmbeddedTenantAddress = z.infer<typeof embeddedTenantAddressSchema>;

/** Parses the line that signals that the embedded tenant is ready; undefined for any other line. */
export function parseReadyLine(line: string): readonly EmbeddedTenantAddress[] | undefined {
  try {
    return readyLineSchema.safeParse(JSON.parse(line)).data?.tenants;
  } catch {
    return undefined;
  }
}
