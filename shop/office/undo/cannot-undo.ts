/** An entry cannot be undone at all; the message is the reason, as a clause. */
export class CannotUndo extends Error {}
