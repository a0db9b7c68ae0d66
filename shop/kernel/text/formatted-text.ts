/** Pieces of a paragraph: words, line breaks (`\n`), links, bold and italic words, fields such as `{shop name}`. */
export type Piece = string | FieldPiece | LinkPiece | { strong: Piece[] } | { emphasis: Piece[] };

export interface FieldPiece {
  field: string;
}

export interface LinkPiece {
  to: string;
  pieces: Piece[];
}

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

/** The words of pieces, without what they look like. */
export function plainWords(pieces: Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if ("field" in piece) return `{${piece.field}}`;
      return plainWords(piecesIn(piece));
    })
    .join("");
}

/** Replaces the fields and links of a block, also those within bold and italic words. */
export function replaceInBlock(block: TextBlock, replace: (piece: FieldPiece | LinkPiece) => Piece): TextBlock {
  const within = (pieces: Piece[]): Piece[] =>
    pieces.map((piece) => {
      if (typeof piece === "string") return piece;
      if ("field" in piece || "to" in piece) return replace(piece);
      return "strong" in piece ? { strong: within(piece.strong) } : { emphasis: within(piece.emphasis) };
    });
  if ("heading" in block) return { ...block, heading: within(block.heading) };
  if ("items" in block) return { ...block, items: block.items.map(within) };
  return { paragraph: within(block.paragraph) };
}

/** The pieces of a link, or of bold or italic words. */
function piecesIn(piece: LinkPiece | { strong: Piece[] } | { emphasis: Piece[] }): Piece[] {
  if ("to" in piece) return piece.pieces;
  return "strong" in piece ? piece.strong : piece.emphasis;
}
