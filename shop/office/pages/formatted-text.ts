/** Text of a paragraph in pieces: plain words, line breaks (`\n`), links, bold and italic words, fields such as `{shop name}`. */
export type Piece =
  | string
  | { field: string }
  | { to: string; pieces: Piece[] }
  | { strong: Piece[] }
  | { emphasis: Piece[] };

/** A heading, a paragraph or a list of a formatted text. */
export type TextBlock =
  | { heading: Piece[]; level: 2 | 3 }
  | { paragraph: Piece[] }
  /** `first` is the number of the first item; null for a list with points. */
  | { items: Piece[][]; first: number | null };

/** A text as it was parsed, with what is wrong with it, in sentences. */
export interface FormattedText {
  blocks: TextBlock[];
  faults: string[];
}
