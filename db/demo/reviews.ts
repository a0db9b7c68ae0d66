import type { DemoReview } from "./demo-types.ts";
import { crimeAndOtherWorlds } from "./reviews/crime-and-other-worlds.ts";
import { hindiAndPoetry } from "./reviews/hindi-and-poetry.ts";
import { indianNovels } from "./reviews/indian-novels.ts";
import { ofTheShop } from "./reviews/of-the-shop.ts";
import { trueBooks } from "./reviews/true-books.ts";
import { youngReadersAndQuietHours } from "./reviews/young-readers-and-quiet-hours.ts";

/** The sample reviews of the demonstration catalogue. */
export const reviews: DemoReview[] = [
  ...ofTheShop,
  ...indianNovels,
  ...crimeAndOtherWorlds,
  ...trueBooks,
  ...hindiAndPoetry,
  ...youngReadersAndQuietHours,
];
