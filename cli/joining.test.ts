import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { readStock } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-cli-"));
afterAll(() => rm(folder, { recursive: true }));

async function shop(...args: string[]) {
  const { exitCode, out, error } = await runCommand(args, settingsOf(testServices));
  return { exitCode, says: error || out };
}

test("works and authors are joined and parted, and what cannot be is said in one sentence", async () => {
  expect(await shop("works", "join", "jejuri", "indica")).toEqual({
    exitCode: 0,
    says: expect.stringMatching(/^indica is an edition of jejuri now; \d+ reviews? came along\.$/),
  });
  expect((await shop("works", "join", "jejuri", "indica")).says).toContain("are one work already");
  expect((await shop("works", "part", "indica")).says).toBe(
    "indica is of the work indica now. Reviews stay with jejuri.",
  );
  expect(await shop("works", "part", "indica")).toEqual({
    exitCode: 2,
    says: "indica is the only edition of its work.",
  });
  const { rows } = await db.execute<{ authorId: string; works: string[] }>(sql`
    select author_id, array_agg(work_id order by work_id) as works from work_contributors
    where role = 'author' group by author_id having count(distinct work_id) > 2 order by author_id limit 1`);
  const { authorId, works } = rows[0]!;
  expect((await shop("authors", "part", authorId)).says).toContain('"authors part" needs WORK...');
  expect((await shop("authors", "part", authorId, works[0]!, works[1]!)).says).toBe(
    `${works[0]}, ${works[1]} are by ${authorId}-2 now.`,
  );
  expect((await shop("authors", "join", authorId, `${authorId}-2`)).says).toContain(
    `2 works of ${authorId}-2 are by ${authorId} now`,
  );
  expect((await shop("authors", "join", authorId, `${authorId}-2`)).says).toBe(
    `${authorId}-2 was joined with ${authorId}.`,
  );
});

test("titles in two languages and names in two scripts are joined by hand", async () => {
  expect(await shop("works", "join", "nirmala", "jejuri", "--original")).toEqual({
    exitCode: 0,
    says: "nirmala and jejuri are one title in different languages now: each page leads to the other, and reviews are of both.",
  });
  expect((await shop("works", "join", "nirmala", "jejuri")).says).toBe("nirmala and jejuri are one title already.");
  expect((await shop("works", "part", "jejuri")).says).toBe(
    "jejuri is a title of its own now, apart from nirmala. Each keeps the reviews that were written of it.",
  );
  expect((await shop("works", "part", "tamas", "--title")).says).toContain("apart from tamas-daisy-rockwell");
  expect((await shop("authors", "name", "ruskin-bond", "रस्किन बॉन्ड")).says).toBe(
    "ruskin-bond is called रस्किन बॉन्ड in books of that script now.",
  );
  expect(await shop("authors", "name", "ruskin-bond", "R. Bond")).toEqual({
    exitCode: 2,
    says: "Ruskin Bond is in this script already. Give the name in another one.",
  });
});

test("a till's file is previewed, taken in, given twice, and taken back", async () => {
  const file = join(folder, "till.csv");
  const { onHand } = await readStock(db, "godan");
  await writeFile(file, `id,copies\r\ngodan,${onHand + 2}\r\nno-such-book,1\r\n`);
  const preview = await shop("stock", "import", file, "--preview");
  expect(preview).toMatchObject({ exitCode: 0 });
  expect(preview.says).toContain(`~ godan: copies ${onHand} -> ${onHand + 2}`);
  const done = await shop("stock", "import", file);
  expect(done.says).toContain("Copies: 2 more, 0 fewer.");
  expect(done.says).toContain("till.csv.report.csv");
  expect((await shop("stock", "import", file)).says).toContain("This very file was taken in before");
  const number = /import undo (\d+)/.exec(done.says)![1]!;
  expect((await shop("import", "undo", number)).says).toBe(
    `Import ${number} is undone: 0 records removed, 1 put back.`,
  );
  expect((await readStock(db, "godan")).onHand).toBe(onHand);
  expect((await shop("stock", "import", file, "--take", "author")).says).toContain(
    "--take is price_paise or mrp_paise or title, or several with commas between.",
  );
  expect(await shop("stock", "import", join(folder, "none.csv"))).toMatchObject({ exitCode: 2 });
});
