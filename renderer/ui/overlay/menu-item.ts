import type { IconName } from '../icon/icons.ts';

/** One entry of a Menu or ContextMenu. */
export type MenuItem =
  | {
      readonly kind?: 'action' | undefined;
      readonly label: string;
      readonly hint?: string | undefined;
      readonly icon?: IconName | undefined;
      readonly shortcut?: string | undefined;
      readonly danger?: boolean | undefined;
      readonly disabled?: boolean | undefined;
      readonly onselect: () => void;
    }
  | {
      readonly kind: 'check';
      readonly label: string;
      readonly hint?: string | undefined;
      readonly checked: boolean;
      readonly disabled?: boolean | undefined;
      readonly onselect: () => void;
    }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' };
