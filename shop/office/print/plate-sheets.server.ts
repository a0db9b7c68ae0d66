import { writePdf } from "#shop/sales/documents/pdf/pdf-file.server.ts";
import { drawPlatePage, pagesOfPlates, type PlatePicture } from "#shop/sales/documents/pdf/plate-sheet.server.ts";
import { color, page } from "#shop/sales/documents/pdf/pdf-page.server.ts";
import type { TextStyle } from "#shop/sales/documents/pdf/pdf-type.server.ts";

const words: TextStyle = { fontWeight: "text", size: 10, color: color.ink };

/** Bookplates on A4, four on a page, to be printed on sticker paper and laid in the parcels. */
export function renderPlateSheets(plates: PlatePicture[], shopName: string, at: Date): Promise<Buffer> {
  const facts = { title: "Bookplates", author: shopName, subject: `${plates.length} bookplates`, createdAt: at };
  return writePdf(facts, (doc, writer) => {
    if (plates.length === 0)
      writer.tags.part("P", () => writer.write("These orders are without bookplates.", words, page.left, 70));
    for (const [place, four] of pagesOfPlates(plates).entries()) {
      if (place > 0) doc.addPage();
      drawPlatePage(doc, writer, four, 70);
    }
  });
}
