import sharp from "sharp";
import { expect, test } from "vitest";
import { drawCover } from "#covers/draw-cover.ts";
import { drawPortrait } from "#covers/draw-portrait.ts";
import { coverWidths } from "#covers/cover-widths.ts";
import { portraitWidths, renderWebp } from "#covers/raster.server.ts";

test("covers come out as WebP, 2:3, at every width", async () => {
  const svg = drawCover({
    id: "emma",
    title: "Emma",
    author: "Jane Austen",
    categoryId: "",
    language: "en",
    mood: "engraved",
  });
  for (const width of coverWidths) {
    const { format, width: painted, height } = await sharp(await renderWebp(svg, width)).metadata();
    expect({ format, painted, height }).toEqual({ format: "webp", painted: width, height: width * 1.5 });
  }
});

test("portraits come out square at every width", async () => {
  const svg = drawPortrait({ id: "austen", name: "Jane Austen" });
  for (const width of portraitWidths) {
    const { width: painted, height } = await sharp(await renderWebp(svg, width)).metadata();
    expect([painted, height]).toEqual([width, width]);
  }
});
