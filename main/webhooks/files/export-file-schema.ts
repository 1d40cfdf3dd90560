import { z } from 'zod';
import { maxRulesInFile } from '../../../contract/webhooks/migration.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

/** The maximum length of a template, in characters; nothing in a webhook is longer. */
export const maxTextLength = 1_000_000;
const text = z.string().max(maxTextLength, `is longer than ${formatNumber(maxTextLength)} characters`);

/** Source: platform specification, "Webhook export file". */
export const exportFileSchema = z.looseObject({
  ruleActions: z
    .array(
      z.looseObject({
        policyId: text,
        name: text,
        description: text.nullish(),
        rule: z.looseObject({ filterMetaData: z.looseObject({ event_type: text }) }),
        actions: z
          .array(
            z.looseObject({
              actionMetaData: z.looseObject({
                headers: text.nullish(),
                method: text,
                content_type: text,
                request_body: text,
                url: text.nullish(),
              }),
              // Other members are passed through: the tenant reads them.
              providerMetaData: z.unknown().optional(),
            }),
          )
          .min(1, 'has no action'),
      }),
    )
    .min(1, 'contains no webhooks')
    .max(maxRulesInFile, `contains more than ${formatNumber(maxRulesInFile)} webhooks`),
  version: text,
  signature: text.nullish(),
});
