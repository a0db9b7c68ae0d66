import { children } from "./books/children.ts";
import { classics } from "./books/classics.ts";
import { crime } from "./books/crime.ts";
import { hindi } from "./books/hindi.ts";
import { historyAndRomance } from "./books/history-and-romance.ts";
import { historyAndSociety } from "./books/history-and-society.ts";
import { indianNovels1 } from "./books/indian-novels-1.ts";
import { indianNovels2 } from "./books/indian-novels-2.ts";
import { lives } from "./books/lives.ts";
import { living } from "./books/living.ts";
import { mythAndPhilosophy } from "./books/myth-and-philosophy.ts";
import { poetry } from "./books/poetry.ts";
import { scienceAndBusiness } from "./books/science-and-business.ts";
import { scienceFictionAndGraphic } from "./books/science-fiction-and-graphic.ts";
import { translations } from "./books/translations.ts";
import type { DemoShelf } from "./demo-types.ts";

/** All shelves of the demonstration catalogue. */
export const shelves: DemoShelf[] = [
  indianNovels1,
  indianNovels2,
  translations,
  classics,
  crime,
  scienceFictionAndGraphic,
  historyAndRomance,
  hindi,
  poetry,
  lives,
  historyAndSociety,
  scienceAndBusiness,
  living,
  mythAndPhilosophy,
  children,
];
