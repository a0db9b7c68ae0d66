import { expect, test } from "vitest";

import { formatPartialDate, formatPublicationDate } from "./publication-day.ts";

test("a day of which only a part is known is not said more exactly", () => {
  const day = "2019-04-25";
  expect((["day", "month", "year"] as const).map((precision) => formatPublicationDate({ day, precision }))).toEqual([
    "25 April 2019",
    "April 2019",
    "2019",
  ]);
  expect((["day", "month", "year"] as const).map((precision) => formatPartialDate({ day, precision }))).toEqual([
    "2019-04-25",
    "2019-04",
    "2019",
  ]);
});
