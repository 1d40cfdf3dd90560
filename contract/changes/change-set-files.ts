/** What a page has to know of the files of change-sets before it loads anything else of them. */

/** Largest change-set that is read, in bytes. */
export const maxChangeSetBytes = 50 * 1024 * 1024;
/** Of one that is dropped on a window, in bytes: it crosses the bridge as a text, in one piece. */
export const maxDroppedBytes = 20 * 1024 * 1024;

/** What change-sets are saved as, and what their text may be called besides. */
export const changeSetExtension = '.tdchanges';
export const changeSetExtensions = [changeSetExtension, '.json'];
