import type { DatabaseSync } from 'node:sqlite';
import { renderAssertion } from '../../languages/assertion/assertion-document.ts';
import { AssertionScriptError } from '../../languages/assertion/script-failure.ts';
import type { ApplicationScripts } from './application-scripts.ts';
import type { ApplicationStore } from './application-store.ts';
import { OperationFailure } from '../requests/envelope.ts';
import type { Operation } from '../http/operation.ts';

const ASSERTION_LIFETIME_MS = 5 * 60_000;

interface AssertionPreviewParts {
  readonly database: DatabaseSync;
  readonly applications: ApplicationStore;
  readonly scripts: ApplicationScripts;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * POST /SaasManage/GetAssertionPreview (our addition): the output of the application's script for a user, as
 * data and, for a SAML application, as an unsigned assertion. It is useless for sign-in: it has no signature
 * and says so.
 */
export function assertionPreviewOperation(parts: AssertionPreviewParts): Operation {
  const user = parts.database.prepare('SELECT ID, Username FROM User WHERE ID = ?1 OR Username = ?1');
  return {
    path: '/SaasManage/GetAssertionPreview',
    rights: ['/lib/rights/appman.json'],
    run: async ({ members, caller }) => {
      const id = members.text('_RowKey') ?? members.text('ID') ?? '';
      const application = parts.applications.find(id);
      if (application === undefined)
        throw new OperationFailure('ApplicationNotFound', `Application ${id} not found.`);
      const name = members.text('username') ?? caller.subject;
      const row = user.get(name);
      if (row === undefined) throw new OperationFailure('UserNotFound', `User ${name} not found.`);
      try {
        const { assertion, claims, trace } = await parts.scripts.run(application, String(row['ID']));
        const xml =
          application.kind === 'Saml'
            ? renderAssertion(assertion, {
                issuedAt: parts.now(),
                lifetimeMs: ASSERTION_LIFETIME_MS,
                responseId: `_${parts.newId()}`,
                assertionId: `_${parts.newId()}`,
              })
            : null;
        return {
          Label: 'Unsigned preview',
          Signed: false,
          User: row['Username'],
          Assertion: assertion,
          Claims: claims,
          Trace: trace,
          Xml: xml,
        };
      } catch (error) {
        if (!(error instanceof AssertionScriptError)) throw error;
        throw new OperationFailure(
          'ScriptFailed',
          `The script of the application failed. ${error.message}`,
          error.failure,
        );
      }
    },
  };
}
