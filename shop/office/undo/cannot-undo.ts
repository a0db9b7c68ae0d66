/** Nothing of an entry can be undone; the message says why, as a clause. */
export class CannotUndo extends Error {}
