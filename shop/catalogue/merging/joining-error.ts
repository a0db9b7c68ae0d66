/** Records that cannot be joined or parted; the message says why in plain words. */
export class JoiningError extends Error {}
