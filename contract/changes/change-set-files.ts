/** Constants of change set files that a page needs before it loads anything else. */

/** Maximum size of a change set file, in bytes. */
export const maxChangeSetBytes = 50 * 1024 * 1024;
/** Maximum size of a file dropped on a window, in bytes: it crosses the bridge as one string. */
export const maxDroppedBytes = 20 * 1024 * 1024;

/** Extensions of change set files: the one used for saving, and all that can be opened. */
export const changeSetExtension = '.tdchanges';
export const changeSetExtensions = [changeSetExtension, '.json'];
