import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/test-database.ts";
import { claimDataFolder } from "./data-folder.ts";

const { db, pool, url } = await openTestDatabase();
const embedded = { db, pool, url, ownerUrl: url, isEmbedded: true, close: async () => {} };

test("a data folder belongs to one shop at a time, and is free when that one ends", async () => {
  const first = await claimDataFolder(embedded, "/srv/books");
  await expect(claimDataFolder(embedded, "/srv/books")).rejects.toThrow(
    "The data folder /srv/books is in use by another running Endpaper.",
  );
  await first.release();
  const second = await claimDataFolder(embedded, "/srv/books");
  await second.release();
});

test("on a server of its own any number of shops may run", async () => {
  const external = { ...embedded, isEmbedded: false };
  const claims = [await claimDataFolder(external, "/srv/books"), await claimDataFolder(external, "/srv/books")];
  expect(claims).toHaveLength(2);
});
