import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;
const run = (line: string) => runCommand(line.split(" "), settingsOf(testServices));
const counted = (daysAgo: number, text: string, visitors: number, found: number) =>
  db.execute(sql`
    insert into search_counts (day, text, visitors, found) values (current_date - ${daysAgo}::int, ${text}, ${visitors}, ${found})`);

beforeEach(() => db.execute(sql`delete from search_counts`));

test("texts are listed from three visitors on, the most often first, and those that found nothing apart", async () => {
  await counted(0, "malgudi", 3, 4);
  await counted(0, "गोदान", 12, 1);
  await counted(0, "wheel of time", 5, 0);
  await counted(0, "my neighbour", 2, 0);
  const { exitCode, out } = await run("searches");
  expect(exitCode).toBe(0);
  expect(out.split("\n").map((line) => line.replace(/ {2,}/g, "  "))).toEqual([
    "Searches that found nothing:",
    "Searched for  Visitors  Books found",
    "wheel of time  5  0",
    "",
    "Searches that found books:",
    "Searched for  Visitors  Books found",
    "गोदान  12  1",
    "malgudi  3  4",
  ]);
  expect(JSON.parse((await run("searches --json")).out)).toEqual({
    notFound: [{ text: "wheel of time", visitors: 5, found: 0 }],
    found: [
      { text: "गोदान", visitors: 12, found: 1 },
      { text: "malgudi", visitors: 3, found: 4 },
    ],
  });
});

test("the days are added up, and what has come into the shop meanwhile counts as found", async () => {
  for (const [daysAgo, found] of [
    [3, 0],
    [2, 0],
    [1, 2],
  ] as const) {
    await counted(daysAgo, "tolkien", 1, found);
    await counted(daysAgo, "tolkein", 1, 0);
  }
  expect(JSON.parse((await run("searches --json")).out)).toEqual({
    notFound: [{ text: "tolkein", visitors: 3, found: 0 }],
    found: [{ text: "tolkien", visitors: 3, found: 2 }],
  });
});

test("before three visitors have searched for anything there is nothing to see", async () => {
  await counted(0, "my neighbour", 2, 0);
  expect(await run("searches")).toEqual({
    exitCode: 0,
    out: "Nothing was searched for by 3 visitors in 90 days.",
    error: "",
  });
});
