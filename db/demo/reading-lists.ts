import type { DemoReadingList } from "./demo-types.ts";
import { firstHindiShelf } from "./reading-lists/first-hindi-shelf.ts";
import { indianClassics } from "./reading-lists/indian-classics.ts";
import { longTrainJourneys } from "./reading-lists/long-train-journeys.ts";
import { sciFi } from "./reading-lists/sci-fi.ts";
import { selfImprovement } from "./reading-lists/self-improvement.ts";
import { summer } from "./reading-lists/summer.ts";

/** The reading lists of the demonstration catalogue; the first three are on the home page. */
export const readingLists: DemoReadingList[] = [
  summer,
  sciFi,
  selfImprovement,
  longTrainJourneys,
  indianClassics,
  firstHindiShelf,
];
