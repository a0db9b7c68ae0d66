/** Thrown when rows cannot be merged or split; the message gives the reason in plain words. */
export class MergeError extends Error {}
