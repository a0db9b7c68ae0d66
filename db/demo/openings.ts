import type { DemoOpening } from "./demo-types.ts";
import { firstLines } from "./openings/first-lines.ts";
import { hindi } from "./openings/hindi.ts";
import { mindfulReading } from "./openings/mindful-reading.ts";
import { notesOnNovels } from "./openings/notes-on-novels.ts";
import { notesOnTheRest } from "./openings/notes-on-the-rest.ts";

/**
 * Opening pages of the demonstration's books, written for it or out of copyright. Other books open at their title page.
 */
export const openings: DemoOpening[] = [mindfulReading, ...firstLines, ...hindi, ...notesOnNovels, ...notesOnTheRest];
