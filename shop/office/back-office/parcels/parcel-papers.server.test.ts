import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { readShelfBooks } from "./parcel-papers.server.ts";

const { db } = await openTestDatabase();

test("a shelf label names the author in the script of the book", async () => {
  expect(await readShelfBooks(db, ["9789387462250"])).toMatchObject([{ title: "रेत समाधि", author: "गीतांजलि श्री" }]);
});
