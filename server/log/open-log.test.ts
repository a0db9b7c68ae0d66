import { expect, onTestFinished, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { inLogContext } from "./log-context.ts";
import { openLog, type LogFormat } from "./open-log.ts";

const { db } = await openTestDatabase();

/** Opens the log of this process during a test, and captures both output streams. */
function openHeard(format: LogFormat) {
  const heard = { out: "", trouble: "" };
  const hear = (stream: NodeJS.WriteStream, name: keyof typeof heard) => {
    const spy = vi.spyOn(stream, "write").mockImplementation((chunk) => ((heard[name] += String(chunk)), true));
    onTestFinished(() => spy.mockRestore());
  };
  hear(process.stdout, "out");
  hear(process.stderr, "trouble");
  const log = openLog(format);
  onTestFinished(log.close);
  return { heard, log };
}

test("for people, what is written with the console goes out as it was, with what it was written for", async () => {
  const { heard } = openHeard("plain");
  console.log("Loaded", 40, "books");
  await inLogContext({ job: "letters-417" }, async () => {
    await new Promise(setImmediate);
    console.error("A letter failed:", new Error("Refused."));
  });
  inLogContext({ request: "5f0c1a7e-1" }, () => console.warn("It is late."));
  expect(heard.out).toBe("Loaded 40 books\n");
  expect(heard.trouble).toMatch(
    /^A letter failed: Error: Refused\. \[job letters-417\]\n {4}at [^]+\nIt is late\. \[request 5f0c1a7e-1\]\n$/,
  );
});

test("for programs, a line is one object, with what it was written for", () => {
  const { heard } = openHeard("json");
  inLogContext({ request: "5f0c1a7e-1" }, () => console.error("It fails:\nmeera@mail.test", new Error("Refused.")));
  expect(heard.trouble).toBe("");
  expect(heard.out.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(heard.out)).toMatchObject({
    level: "error",
    request: "5f0c1a7e-1",
    msg: expect.stringMatching(/^It fails:\n\[e-mail\] Error: Refused\.\n {4}at /),
  });
});

test("what PostgreSQL refused is told without the values that it quotes, in causes too", async () => {
  const { heard } = openHeard("json");
  const refused = await db
    .execute(sql`insert into jobs (name, failures_in_a_row) values ('meera', null)`)
    .catch((error: unknown) => error);
  console.error("A change failed", new Error("No change.", { cause: refused }));
  expect(heard.out).toContain("[cause]: The database refused: error: null value in column");
  expect(heard.out).not.toContain("meera");
});

test("a link that opens something is for a person, not for programs", () => {
  const link = `http://desk.localhost/invitations/${"aB3".repeat(15)}`;
  const plain = openHeard("plain");
  plain.log.tell(link);
  plain.log.close();
  expect(plain.heard.out).toBe(`${link}\n`);
  const json = openHeard("json");
  json.log.tell(link);
  expect(json.heard.out).toContain("/invitations/[secret]");
});

test("when it is closed, what was only counted is told, and the console is its own again", () => {
  const own = console.error;
  const { heard, log } = openHeard("plain");
  console.error("It fails.");
  console.error("It fails.");
  log.close();
  expect(heard.trouble).toBe("It fails.\nIt fails. (1 more times)\n");
  expect(console.error).toBe(own);
});
