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

/** Of the part of a Menu that is loaded when it is about to be used. */
export interface MenuPopupProps {
  /** Of the button. */
  readonly id: string;
  readonly items: readonly MenuItem[];
  open: boolean;
  readonly side: 'top' | 'bottom' | 'right' | 'left';
  readonly align: 'start' | 'end' | 'center';
  /** Otherwise the first item has the focus if the menu opens at once. */
  readonly isByPointer: boolean;
  /** Called with the attributes and handlers of the button, whenever they change. */
  readonly onready: (props: Record<string, unknown>) => void;
}
