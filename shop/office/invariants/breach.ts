/** A violation of an invariant: its rule, and the record that violates it. */
export interface Breach {
  /** Such as `I1`. */
  id: string;
  rule: string;
  what: string;
}
