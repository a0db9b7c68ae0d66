import type { Piece, TextBlock } from "#shop/kernel/text/formatted-text.ts";
import type { Block, Inline } from "./content-page.ts";

/** A paragraph or a list of a formatted text without fields, as pages show it. */
export function showBlock(block: Exclude<TextBlock, { heading: Piece[] }>): Block {
  if ("paragraph" in block) return showPieces(block.paragraph);
  const items = block.items.map(showPieces);
  if (block.first === null) return { list: items };
  return { steps: items, ...(block.first !== 1 && { start: block.first }) };
}

function showPieces(pieces: Piece[]): Inline[] {
  return pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("field" in piece) return `{${piece.field}}`;
    if ("to" in piece) return { to: piece.to, words: showPieces(piece.pieces) };
    return "strong" in piece ? { strong: showPieces(piece.strong) } : { emphasis: showPieces(piece.emphasis) };
  });
}
