import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { MethodName } from '../../../contract/bridge/methods.ts';
import { aLargeChangeSet, aLargeExport } from '../../builders/large-files.ts';
import { startTenantServer } from '../../fakes/tenant-server.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import type { FuzzStage } from './fuzzer.ts';
import type { JsonMutation } from './mutated-json.ts';
import { jsonMutation, mutate } from './mutated-json.ts';

interface FileCase {
  readonly method: 'migration.openFile' | 'changeSets.open';
  readonly mutation: JsonMutation;
}

const originals = {
  'migration.openFile': valueOf(aLargeExport(3, 40)),
  'changeSets.open': valueOf(aLargeChangeSet(3, 40)),
};

/** Opens mutated files and plans those that are valid. */
export async function openFileStage(): Promise<FuzzStage<FileCase>> {
  const tenant = await startTenantServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('[]');
  });
  const desk = startDesk({ baseUrl: tenant.origin, accessToken: 'the-token-of-the-fuzzer' });
  const { tenantId } = desk;

  async function plan(method: FileCase['method'], fileId: string): Promise<string> {
    try {
      const { id } = await desk.call('changes.plan', {
        tenantId,
        request:
          method === 'changeSets.open'
            ? { from: 'change-set', fileId }
            : { from: 'action', kind: 'webhook-file', inputs: [{ fileId }] },
      });
      await desk.call('changes.items', { planId: id, limit: 100 });
      await desk.call('changes.discard', { planId: id });
      return 'planned';
    } catch (error) {
      return `not planned: ${typed(error)}`;
    }
  }

  return {
    cases: [
      fc.record({
        method: fc.constantFrom('migration.openFile', 'migration.openFile', 'changeSets.open'),
        mutation: jsonMutation,
      }),
    ],
    async check({ method, mutation }) {
      const bytes = mutate(originals[method], mutation);
      const sent = tenant.requests.length;
      desk.host.fileToOpen = { name: 'changed.json', bytes };
      let opened;
      try {
        opened = await desk.call<MethodName>(method, undefined);
      } catch (error) {
        assert.equal(tenant.requests.length, sent, 'something was sent for a refused file');
        return `${method} ${typed(error)}`;
      }
      assert.equal(tenant.requests.length, sent, 'something was sent for a file that was only opened');
      assertRead(method, opened, valueOf(bytes));
      const { fileId } = opened as { readonly fileId: string };
      const planned = await plan(method, fileId);
      // Planning looks at the tenant, and that is all.
      for (const request of tenant.requests.splice(0)) {
        const path = `${request.method} ${request.path}`;
        assert.match(path, /^(GET \S*\/rules|POST \/(RedRock\/query|SaasManage\/Get\w+))$/i);
      }
      return `${method} ok, ${planned}`;
    },
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await tenant[Symbol.asyncDispose]();
    },
  };
}

function valueOf(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function typed(error: unknown): string {
  if (!(error instanceof DeskFailure) || error.code === 'internal') throw error;
  return error.code;
}

/** The parsed file must equal the result of a minimal parser. */
function assertRead(method: FileCase['method'], opened: unknown, value: unknown): void {
  const file = value as Record<string, never>;
  if (method === 'changeSets.open') {
    const { title, createdBy, changes } = file as never as {
      title: string;
      createdBy: string;
      changes: unknown[];
    };
    assert.partialDeepStrictEqual(opened, { title, createdBy, count: changes.length });
    return;
  }
  const { version, signature, ruleActions } = file as never as {
    version: string;
    signature?: string | null;
    ruleActions: {
      policyId: string;
      name: string;
      rule: { filterMetaData: { event_type: string } };
      actions: [{ actionMetaData: Record<string, string | null | undefined> }];
    }[];
  };
  assert.partialDeepStrictEqual(opened, {
    version,
    // An empty one counts as missing.
    isSigned: signature != null && signature.trim() !== '',
    ruleCount: ruleActions.length,
    rules: ruleActions.map(({ policyId, name, rule, actions: [{ actionMetaData: meta }] }) => ({
      policyId,
      name,
      eventType: rule.filterMetaData.event_type,
      method: meta['method'],
      contentType: meta['content_type'],
      requestBody: meta['request_body'],
    })),
  });
}
