/** A picture that is drawn on papers. */
export interface PaperPicture {
  png: Buffer;
  width: number;
  height: number;
}

/** The shop's mark on papers: the mark as delivered in the shop's colour, or its logo. */
export interface PaperMark {
  color: string;
  logo: PaperPicture | null;
}

/** The mark of the shop as delivered. */
export const deliveredMark: PaperMark = { color: "#4f46e5", logo: null };
