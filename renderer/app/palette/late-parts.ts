import PinItem from '../../tenant/PinItem.svelte';
import PinnedList from '../pinned/PinnedList.svelte';
import PaletteDialogs from './PaletteDialogs.svelte';

/* Parts of the window that no view waits for, in one file: separate ones would split what they share with the page. */

export const paletteDialogs = { default: PaletteDialogs };
export const pinItem = { default: PinItem };
export const pinnedList = { default: PinnedList };
