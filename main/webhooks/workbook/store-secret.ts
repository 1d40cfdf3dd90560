import { holdsMark } from '../../../contract/values/placeholder.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts';
import { headerLine, headerOfSecret, valueOf } from './secret-transfer.ts';

/** Stores an entered value in the vault; returns its placeholder in the workbook. Throws `invalid-input`. */
export async function storeSecret(
  secrets: WebhookSecrets,
  targetId: string,
  secretId: string,
  value: string,
): Promise<string> {
  if (/[\r\n]/.test(value) || holdsMark(value)) {
    throw failure('invalid-input', 'Enter the value on a single line.');
  }
  const hide = await secrets.hiderFor(targetId);
  const header = headerOfSecret(secretId);
  if (header === undefined) {
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) {
      throw failure('invalid-input', 'Enter a full URL such as https://hooks.example/alerts.');
    }
    const hidden = hide({ url: value, headers: '' });
    await secrets.keep(targetId, [hidden]);
    return hidden.url;
  }
  const hidden = hide({ url: '', headers: headerLine(header.name, value) });
  await secrets.keep(targetId, [hidden]);
  return valueOf(hidden.headers) ?? '';
}
