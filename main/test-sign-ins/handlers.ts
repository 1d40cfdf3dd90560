import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { fileStem } from '../platform/files/file-stem.ts';
import { plainForm, textBytes } from '../platform/files/text-form.ts';
import type { Host } from '../platform/host/host.ts';
import type { TestSignIns } from './test-sign-ins.ts';

export function createTestSignInHandlers(
  tests: TestSignIns,
  host: Pick<Host, 'saveFile'>,
): HandlersOf<'testSignIns'> {
  return {
    'testSignIns.people': ({ tenantId }, call) => tests.people(tenantId, call),
    'testSignIns.list': async ({ tenantId, applicationId }) => tests.list(tenantId, applicationId),
    'testSignIns.start': (request, call) => tests.start(request, call),
    'testSignIns.reopen': async ({ tenantId, id }) => void (await tests.reopen(tenantId, id)),
    'testSignIns.cancel': async ({ tenantId, id }) => tests.cancel(tenantId, id),
    'testSignIns.compareDraft': ({ tenantId, id }) => tests.compareDraft(tenantId, id),
    'testSignIns.report': async ({ tenantId, id }) => (await tests.report(tenantId, id)).text,
    'testSignIns.saveReport': async ({ tenantId, id }, call) => {
      const { text, applicationName } = await tests.report(tenantId, id);
      const suggestedName = `${fileStem(`${applicationName} test sign-in`, 'test sign-in')}.md`;
      const bytes = textBytes(suggestedName, text, plainForm);
      const saved = await host.saveFile(
        { title: 'Save report as', suggestedName, extensions: ['.md'] },
        (sink) => sink(bytes),
        call.signal,
      );
      return saved === undefined ? undefined : { fileName: saved.fileName };
    },
  };
}
