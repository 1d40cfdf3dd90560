import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { ArrivedLink, ArrivedLinks } from './arrived-links.ts';
import type { NamedTenant } from './place-of-link.ts';
import { placeOfLink } from './place-of-link.ts';

export function createLinkHandlers(
  arrived: ArrivedLinks | undefined,
  tenants: { list(): readonly NamedTenant[] },
): HandlersOf<'links'> {
  function open(link: ArrivedLink) {
    try {
      if (link instanceof DeskFailure) throw link;
      if (!('place' in link))
        return { state: 'opened' as const, place: placeOfLink(link.target, tenants.list()) };
      const { place, planId } = link;
      return { state: 'opened' as const, place, ...(planId === undefined ? {} : { planId }) };
    } catch (thrown) {
      return { state: 'rejected' as const, error: toDeskError(thrown) };
    }
  }
  return { 'links.takeArrived': async () => (arrived?.take() ?? []).map(open) };
}
