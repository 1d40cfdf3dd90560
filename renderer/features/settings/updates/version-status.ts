import type { UpdateState } from '../../../../contract/updates/updates.ts';
import { formatNumber } from '../../../../languages/text/intl.ts';

/** What is known about newer versions, beside the current one; empty if nothing is known. */
export function versionStatus({ mode, checkedAt, update }: UpdateState): string {
  if (mode === 'off') return '';
  if (update === null) return checkedAt === null ? '' : 'Up to date';
  const { version, withheld, rollout } = update;
  switch (withheld) {
    case 'policy':
      return `${version} isn’t approved by your organization`;
    case 'held-back':
      return `${version} was held back`;
    case 'rollout':
      return rollout === 0
        ? `${version} isn’t offered yet`
        : `${version} is rolling out to ${share(rollout)} of installations`;
    case null:
      return rollout < 100 ? `${version} is rolling out to ${share(rollout)} of installations` : '';
  }
}

const share = (percent: number): string => formatNumber(percent / 100, { style: 'percent' });
