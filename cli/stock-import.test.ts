import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { runCommand } from "./run-command.ts";
import { readStock } from "#tests/support/sales/sale.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { db } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-cli-"));
afterAll(() => rm(folder, { recursive: true }));

async function shop(...args: string[]) {
  const { exitCode, out, error } = await runCommand(args, settingsOf(testServices));
  return { exitCode, says: error || out };
}

test("a till's file is previewed, taken in, given twice, and undone", async () => {
  const file = join(folder, "till.csv");
  const { onHand } = await readStock(db, "godan");
  await writeFile(file, `id,copies\r\ngodan,${onHand + 2}\r\nno-such-book,1\r\n`);
  const preview = await shop("stock", "import", file, "--preview");
  expect(preview).toMatchObject({ exitCode: 0 });
  expect(preview.says).toContain(`~ godan: copies ${onHand} -> ${onHand + 2}`);
  const done = await shop("stock", "import", file);
  expect(done.says).toContain("Copies: 2 more, 0 fewer.");
  expect(done.says).toContain("till.csv.report.csv");
  expect((await shop("stock", "import", file)).says).toContain("This file was already imported, as import ");
  const number = /import undo (\d+)/.exec(done.says)![1]!;
  expect((await shop("import", "undo", number)).says).toBe(
    `Import ${number} is undone: 0 records removed, 1 restored.`,
  );
  expect((await readStock(db, "godan")).onHand).toBe(onHand);
  expect((await shop("stock", "import", file, "--take", "author")).says).toContain(
    "--take must be price_paise or mrp_paise or title, or several with commas between.",
  );
  expect(await shop("stock", "import", join(folder, "none.csv"))).toMatchObject({ exitCode: 2 });
});
