/** Something that breaks a sentence that must be true: the sentence, and of what it is not. */
export interface Breach {
  /** Such as `I1`. */
  id: string;
  rule: string;
  what: string;
}
