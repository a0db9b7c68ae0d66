import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { addReader } from "#tests/support/sales/readers.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;

/** What the command line says; its complaint when it does not do it. */
async function say(...args: (string | number)[]): Promise<string> {
  const { out, error } = await runCommand(args.map(String), settingsOf(testServices));
  return error || out;
}

test("the bookseller reads what readers wrote, hides for a reason from the list only, shows again, picks", async () => {
  expect(await say("reviews", "list")).toBe("No reviews.");
  const readerId = await addReader(db, "asha");
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into reviews (work_id, reader_id, name, rating, title, body, is_verified, state)
    values ('godan', ${readerId}, 'Asha R.', 1, 'Dull', E'Not for me.\n\nAt all.', true, 'published') returning id::int`);
  let id: number | string = rows[0]!.id;
  const list = await say("reviews", "list");
  for (const words of [`${id}  `, "(godan)", "1 of 5 by Asha R.", "shown", "    Dull", "    At all."])
    expect(list).toContain(words);

  expect(await say("reviews", "hide", id, "negative")).toMatch(/only these reasons:\n {2}abuse .*insults/);
  expect(await say("reviews", "hide", 999, "abuse")).toContain("There is no review 999.");
  const { rows: samples } = await db.execute<{ id: number }>(sql`select id::int from reviews where is_sample limit 1`);
  expect(await say("reviews", "hide", samples[0]!.id, "abuse")).toContain("There is no review");
  expect(await say("reviews", "hide", id, "abuse")).toMatch(/is hidden; its writer gets an e-mail\.$/);
  expect(await say("reviews", "hide", id, "abuse")).toContain("is hidden already");
  expect(await say("reviews", "list", "--hidden")).toContain("hidden: abuse");
  expect(await say("reviews", "list", "--waiting")).toBe("No reviews.");
  expect(await say("reviews", "pick", id, 1)).toContain("is not shown");
  expect(await say("reviews", "show", id)).toMatch(/is shown; its writer gets an e-mail\.[^]*Not for me\./);
  await db.execute(sql`
    update reviews set body = 'Nobody read this.', version = 2, state = 'waiting',
      former = jsonb_build_object('rating', rating, 'title', title, 'body', body, 'name', name) where id = ${id}`);
  expect(await say("reviews", "show", id)).toMatch(new RegExp(`its number is ${id}\\.2:[^]*Nobody read this\\.`));
  expect(await say("reviews", "hide", `${id}.1.2`, "abuse")).toContain("There is no review");
  expect(await say("reviews", "list", "--waiting")).toMatch(
    new RegExp(
      `${id}\\.2 {2}[^]*Nobody read this\\.\n {4}Before it was changed: 1 of 5 by Asha R\\.\n {6}Dull\n {6}Not for me\\.`,
    ),
  );
  expect(await say("reviews", "show", `${id}.2`)).toMatch(
    /is shown; its writer gets an e-mail\.[^]*Nobody read this\./,
  );
  expect(await say("reviews", "pick", id, 1)).toContain("its number is");
  id = `${id}.2`;
  expect(await say("reviews", "pick", id, 6)).toContain("from 1 to 5");
  const reviewed = sql`where reader_id = ${readerId}`;
  await db.execute(sql`update reviews set body = repeat('a', 601) ${reviewed}`);
  expect(await say("reviews", "pick", id, 1)).toContain("has 601 characters; at most 600");
  await db.execute(sql`update reviews set body = repeat('a', 600) ${reviewed}`);
  expect(await say("reviews", "pick", id, 1)).toContain("is on the home page, at place 1");
  expect(await say("reviews", "list")).toContain("place 1 on the home page");
});
