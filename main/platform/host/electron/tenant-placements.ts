import type { Rectangle } from 'electron';
import { z } from 'zod';
import { readJson } from '../../files/read-json.ts';
import type { WindowPlacement } from './window-placement.ts';
import { placementSchema, writeJson } from './window-placement.ts';

const fileSchema = z.array(z.tuple([z.string(), placementSchema]));
const maxTenants = 50;
/** Another window opens a little lower and to the right, so that both can be seen. */
const step = 28;

/** Where the windows of each tenant were, the latest first. */
export interface TenantPlacements {
  /** For another window, which may show a tenant. */
  find(tenantId: string | undefined, front: Rectangle | undefined): WindowPlacement | undefined;
  save(tenantId: string, placement: WindowPlacement): void;
}

export function openTenantPlacements(file: string): TenantPlacements {
  let saved = readJson(file, fileSchema) ?? [];
  return {
    find(tenantId, front) {
      const own = saved.find(([id]) => id === tenantId)?.[1];
      // A window exactly over the one in front would look as if nothing had been opened.
      const isCovering = own !== undefined && front?.x === own.bounds.x && front.y === own.bounds.y;
      if (own !== undefined && !isCovering) return own;
      if (front === undefined) return undefined;
      return { bounds: { ...front, x: front.x + step, y: front.y + step }, isMaximized: false };
    },
    save(tenantId, placement) {
      const others = saved.filter(([id]) => id !== tenantId);
      saved = [[tenantId, placement] as [string, WindowPlacement], ...others].slice(0, maxTenants);
      writeJson(file, saved);
    },
  };
}
