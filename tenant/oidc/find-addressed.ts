import type { ApplicationStore } from '../management/application-store.ts';
import type { AddressedClient } from './addressed-application.ts';
import { toClient } from './application-client.ts';
import { DESK_CLIENT_ID } from './desk-client.ts';

/** The client that a service name or an ID in an address stands for; undefined for an application that has none. */
export function findAddressed(
  applications: Pick<ApplicationStore, 'resolve' | 'find'>,
  name: string,
): AddressedClient | undefined {
  if (name === DESK_CLIENT_ID) return { clientId: DESK_CLIENT_ID, name, application: undefined };
  const application = applications.find(applications.resolve(name) ?? '');
  const clientId = application && toClient(application)?.client_id;
  return clientId === undefined ? undefined : { clientId, name, application };
}
