/** Loads what an open menu needs. The first view has only closed menus, so that it comes separately. */
export const loadMenu = async () => (await import('./MenuPopup.svelte')).default;
