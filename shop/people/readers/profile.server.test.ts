import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { addReader } from "#tests/support/sales/readers.ts";
import { count } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { confirmNewEmail, findNewEmail, saveProfile } from "./profile.server.ts";

const testServices = await openTestServices({}, { connections: 20 });
const { db, services } = testServices;

/** A reader with a function that asks for a new e-mail address. */
async function movingReader(name: string) {
  const id = await addReader(db, name);
  const reader = { id, name, email: `${name}@example.com`, phone: null, pictureUrl: null };
  const ask = (email: string) => saveProfile(services, reader, { name, email, phone: null }, "");
  const changeOf = async (email: string) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      select subject_key as id from outbox where kind = 'confirm-email' and to_address = ${email}`);
    return rows[0]!.id.split(" ")[1]!;
  };
  return { reader, ask, changeOf };
}

test("of many new addresses that are asked for at the same moment five get a letter, and the last of them waits", async () => {
  const { reader, ask } = await movingReader("many-moves");
  await warm(testServices.pool, 10);
  const saved = await Promise.all(Array.from({ length: 10 }, (_, place) => ask(`move${place}@example.com`)));
  expect(saved.filter(({ ok }) => ok)).toHaveLength(5);
  const letters = sql`select count(*) from outbox where kind = 'confirm-email' and reader_id = ${reader.id}`;
  expect(await count(db, letters)).toBe(5);
  expect(await findNewEmail(db, reader.id, services.now())).toMatch(/^move\d@example\.com$/);
});

test("the letter to an address that was replaced by another confirms neither", async () => {
  const { reader, ask, changeOf } = await movingReader("second-thoughts");
  for (const email of ["first-thought@example.com", "second-thought@example.com"])
    expect(await ask(email)).toMatchObject({ ok: true, isEmailAsked: true });
  const [first, second] = [await changeOf("first-thought@example.com"), await changeOf("second-thought@example.com")];
  expect(await confirmNewEmail(services, reader, first)).toBe(null);
  expect(await confirmNewEmail(services, reader, second)).toBe("second-thought@example.com");
  const { rows } = await db.execute(sql`select email from readers where id = ${reader.id}`);
  expect(rows).toEqual([{ email: "second-thought@example.com" }]);
});
