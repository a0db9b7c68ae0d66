/** A violated invariant: its sentence, and what it is not true of. */
export interface Breach {
  /** Such as `I1`. */
  id: string;
  rule: string;
  what: string;
}
