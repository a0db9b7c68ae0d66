import { firstSentence } from "#app/display/first-sentence.ts";
import type { CoverSubject } from "#covers/draw-cover.ts";
import { drawPageShare } from "#covers/draw-page-share.ts";
import { drawShare, type CoverPicture } from "#covers/draw-share.ts";
import { renderPng } from "#covers/raster.server.ts";
import type { Db } from "#db/connect.ts";
import { findWorkDescription, listSharedCovers } from "#shop/catalogue/cover-designs/shared-covers.server.ts";
import type { SharedPage } from "#shop/catalogue/cover-designs/share-pictures.ts";

/** Draws the preview of a book, with the first sentence of its description. */
export async function drawBookPreview(
  db: Db,
  shopName: string,
  subject: CoverSubject,
  picture?: CoverPicture,
): Promise<Buffer> {
  const sentence = firstSentence(await findWorkDescription(db, subject.id));
  return renderPng(drawShare(subject, { shopName, sentence }, picture));
}

/** Draws the preview of another page, with covers of its books; on that of home, the shop's name is the title. */
export async function drawPagePreview(db: Db, page: SharedPage): Promise<Buffer> {
  const isHome = page.kind === "pages" && page.id === "home";
  const words = isHome ? { title: page.shopName, shopName: page.title } : {};
  return renderPng(drawPageShare({ ...page, ...words }, await listSharedCovers(db, page.kind, page.id)));
}
