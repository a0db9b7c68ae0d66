import { expect, test } from "vitest";

import { knownPart, namePublicationDay } from "./publication-day.ts";

test("a day of which only a part is known is not said more exactly", () => {
  const day = "2019-04-25";
  expect((["day", "month", "year"] as const).map((precision) => namePublicationDay({ day, precision }))).toEqual([
    "25 April 2019",
    "April 2019",
    "2019",
  ]);
  expect((["day", "month", "year"] as const).map((precision) => knownPart({ day, precision }))).toEqual([
    "2019-04-25",
    "2019-04",
    "2019",
  ]);
});
