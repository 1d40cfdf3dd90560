import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { createTransport } from '../../../main/platform/http/transport.ts';

/** Requests a page through a proxy, without a certificate in the settings, and prints the result. */
const [url = '', proxyUrl = ''] = process.argv.slice(2);
const transport = createTransport({ ...defaultSettings, proxyUrl }, 'TenantDesk/test');
try {
  const { status } = await transport.send({
    method: 'GET',
    url,
    headers: {},
    signal: new AbortController().signal,
    maxBytes: 1024,
    purpose: 'read a page',
  });
  console.log(status);
} catch (error) {
  console.log(toDeskError(error).code);
}
transport.close();
