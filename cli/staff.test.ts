import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findAuditLogBreaks } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { commands } from "./commands.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;
const run = (line: string, env: Record<string, string> = {}) =>
  runCommand(line.split(" "), { ...settingsOf(testServices), ...env });

async function lines(): Promise<{ actor: string; action: string; words: string; subject: string }[]> {
  const { rows } = await db.execute<{ actor: string; action: string; words: string; subject: string }>(
    sql`select actor, action, words, subject from desk_record order by number desc`,
  );
  return rows;
}

async function join(name: string, role: string) {
  await db.execute(sql`
    insert into staff (issuer, sub, name, address, role, joined_at)
    values ('https://google.test', ${name}, ${name}, ${`${name}@example.com`}, ${role}, now())`);
}

test("the first owner's link is made once more with each command, and not when there is an owner", async () => {
  const made = await run("staff invite --owner");
  expect(made.out).toMatch(/^http:\/\/desk\.localhost:3000\/invitations\/[\w-]{43}\n/);
  expect((await run("staff invite ravi@example.com --owner")).error).toContain("--owner takes no address");
  await join("meera", "owner");
  expect(await run("staff invite --owner")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("owner already"),
  });
});

test("staff are invited and removed; the last owner stays", async () => {
  expect((await run("staff invite ravi@example.com --role packer")).out).toMatch(/invitations\/[\w-]{43}\n/);
  expect((await run("staff list")).out).toMatch(/ravi@example\.com +Packer +invited until/);
  for (const [line, words] of [
    ["staff invite", "Give the address to invite"],
    ["staff invite ravi --role packer", "is not an e-mail address"],
    ["staff invite ravi@example.com", "with --role"],
    ["staff invite ravi@example.com --role king", "with --role"],
    ["staff invite meera@example.com --role packer", "already works at the desk"],
    ["staff remove meera@example.com", "is the only owner"],
    ["staff remove nobody@example.com", "No member of staff has the address"],
  ])
    expect(await run(line!), line).toMatchObject({ exitCode: 2, error: expect.stringContaining(words!) });
  await join("ravi", "owner");
  expect((await run("staff remove meera@example.com")).out).toBe("meera does not work at the desk any more.");
  expect((await run("staff passkey reset Ravi@example.com")).out).toContain("0 passkeys of ravi removed");
  expect((await lines()).slice(0, 3)).toEqual([
    expect.objectContaining({ actor: "command line", action: "staff.reset-passkeys" }),
    expect.objectContaining({ action: "staff.remove", words: "meera, owner, does not work here any more." }),
    expect.objectContaining({ action: "staff.invite", words: "Invited ravi@example.com to work here as a packer." }),
  ]);
});

test("a desk that is shut invites nobody", async () => {
  const env = { PUBLIC_URL: "https://books.example", ALLOW_TEST_PAYMENTS: "yes" };
  expect((await run("staff invite --owner", env)).error).toContain("The desk is disabled");
});

test("what is done on the command line is in the audit log, and what was refused there is not", async () => {
  const before = (await lines()).length;
  expect((await run("tokens make till --scope stock:write")).exitCode).toBe(0);
  expect((await run("tokens make till --scope stock:write")).exitCode).toBe(2);
  expect((await run("tokens end till")).exitCode).toBe(0);
  expect((await run("tokens end till")).exitCode).toBe(2);
  const now = await lines();
  expect(now.slice(0, now.length - before).map(({ words }) => words)).toEqual([
    "Ended the token till.",
    "Made the token till.",
  ]);
  expect(await findAuditLogBreaks(db)).toEqual([]);
});

/** Commands without an audit log entry: they only read, apply Razorpay's data, or fill an empty shop. */
const readOnly = new Set(
  (
    "import list,import template,subjects list,subjects export,catalogue generate,reconcile,jobs,doctor,tokens list,staff list," +
    "record verify,backup list,backup key,backup restore"
  ).split(","),
);

test("every command that changes something is recorded", () => {
  const unrecorded = commands.filter(
    (command) =>
      !("noted" in command && command.noted) &&
      !readOnly.has(command.name) &&
      !/\b(record|recorded|writeAuditLog|inviteFirstOwner)\)?\(/.test(
        ("run" in command ? command.run : command.runBare).toString(),
      ),
  );
  expect(unrecorded.map(({ name }) => name)).toEqual([]);
});
