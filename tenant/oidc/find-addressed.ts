import type { ApplicationStore } from '../management/application-store.ts';
import type { AddressedClient } from './addressed-application.ts';
import { toClient } from './application-client.ts';
import { DESK_CLIENT_ID } from './desk-client.ts';

/** The client for a service name or an ID in a URL; undefined for an application without a client. */
export function findAddressed(
  applications: Pick<ApplicationStore, 'resolve' | 'find'>,
  name: string,
): AddressedClient | undefined {
  if (name === DESK_CLIENT_ID) return { clientId: DESK_CLIENT_ID, name, application: undefined };
  const application = applications.find(applications.resolve(name) ?? '');
  const clientId = application && toClient(application)?.client_id;
  return clientId === undefined ? undefined : { clientId, name, application };
}
