/** Tests that the lint rejects forbidden imports between layers, wings, chapters and packages. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

/** A file, a forbidden import in it, and the expected lint message. */
const forbidden: [file: string, from: string, message: string][] = [
  ["app/root.ts", "#db/connect.ts", "app may import"],
  ["ui/button.ts", "#shop/kernel/money/money.ts", "ui may import"],
  ["packages/covers/page.ts", "#shop/catalogue/books/book.ts", "covers may import"],
  ["packages/covers/finish.ts", "@endpaper/stand-in-kit/page", "covers may import"],
  ["app/site.tsx", "#covers/draw-cover.ts", "app may import"],
  ["shop/services.ts", "#app/http/context.ts", "shop may import"],
  ["server/run.ts", "#tests/support/pages/page.ts", "server may import"],
  ["routing/href.ts", "#app/routes.ts", "routing may import"],
  ["db/connect.ts", "#shop/services.ts", "db may import"],
  ["packages/query-check/describe-rows.ts", "#db/queries.ts", "query-check may import"],
  ["packages/razorpay-stand-in/razorpay.ts", "#server/config/config.ts", "razorpay-stand-in may import"],
  ["packages/stand-ins/tests/google.test.ts", "#tests/support/letters.ts", "stand-ins may import"],
  ["cli/outbox.ts", "#app/root.tsx", "cli may import"],
  ["setup/checks/checks.ts", "#server/run.ts", "setup may import"],
  ["tools/endpapers/block.ts", "#ui/button.tsx", "tools may import"],
  ["tests/support/pages/page.ts", "#bench/shop/reader.ts", "tests may import"],
  ["bench/shop/reader.ts", "#app/http/context.ts", "bench may import"],
  ["shop/sales/orders/order.test.ts", "#cli/outbox.ts", "tests may import"],
  ["shop/kernel/money/money.ts", "#shop/sales/orders/order-state.ts", "shop/kernel may import"],
  ["shop/kernel/forms/field.ts", "#shop/kernel/mail/mailer.ts", "shop/kernel/forms may import"],
  ["shop/sales/orders/place.server.ts", "#shop/sales/payments/refunds.server.ts", "shop/sales/orders may import"],
  ["shop/sales/orders/order-state.ts", "./find-order.server.ts", "Only a .server file"],
  ["shop/sales/orders/move.server.ts", "../cart/cart.ts", "Import ./x inside a folder"],
  ["app/components/page.ts", "#app/routes/home/route.tsx", "app/components may import"],
  ["app/components/price.ts", "#shop/sales/orders/find-order.server.ts", "Only a .server file"],
  ["app/routes/cart/route.ts", "#app/routes/home/route.tsx", "never imports another route"],
  ["app/routes/cart/lines.ts", "./forget.route.ts", "never imports another route"],
  ["app/routes/cart/summary.ts", "pg", "app, desk and cli write no SQL"],
  ["desk/root.tsx", "#server/run.ts", "desk may import"],
  ["desk/pages/staff/actions.server.ts", "pg", "app, desk and cli write no SQL"],
  ["desk/http/staff.server.ts", "#desk/components/frame/desk-frame.tsx", "desk/http may import"],
  ["desk/components/frame.tsx", "#shop/people/staff/staff.server.ts", "Only a .server file"],
  ["cli/help.ts", "#db/sql.ts", "app, desk and cli write no SQL"],
  ["server/pages/page-cache.ts", "#server/http/app.ts", "server/pages may import"],
];

const allowed: [file: string, from: string][] = [
  ["app/routes/cart/paying/pay.ts", "#app/routes/cart/cart-lines.tsx"],
  ["app/routes/cart/saved.ts", "#shop/people/readers/addresses.server.ts"],
  ["shop/sales/orders/ship.server.ts", "#shop/sales/cart/cart.ts"],
  ["server/http/app.ts", "#server/pages/page-cache.ts"],
  ["cli/jobs.ts", "#server/jobs/jobs.ts"],
  ["packages/stand-ins/google/page.ts", "@endpaper/stand-in-kit/page"],
  ["bench/chaos/main.ts", "#tests/support/pages/page.ts"],
];

const project = join(import.meta.dirname, "..", "..");
let root: string;

/** A project with the real lint settings and folders, but without files. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "endpaper-lint-"));
  cpSync(join(project, "oxlint.config.ts"), join(root, "oxlint.config.ts"));
  cpSync(join(project, "setup", "lint"), join(root, "setup", "lint"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  symlinkSync(join(project, "node_modules"), join(root, "node_modules"));
  for (const folder of [
    "app",
    "app/routes",
    "packages",
    "server",
    "shop",
    ...foldersIn("shop").map((wing) => join("shop", wing)),
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of foldersIn(folder)) mkdirSync(join(root, folder, name), { recursive: true });
  }
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function foldersIn(path: string): string[] {
  return readdirSync(join(project, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name);
}

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `${text}\n`);
}

function lint(...flags: string[]): string {
  const program = join(project, "node_modules", "oxlint", "bin", "oxlint");
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...flags], { cwd: root, encoding: "utf8" });
  return stdout + stderr;
}

test("the lint finds an import that is forbidden in each folder, and none that is allowed", () => {
  for (const [file, from] of [...forbidden, ...allowed]) write(file, `export { a } from "${from}";`);
  const { diagnostics } = JSON.parse(lint("--format", "json")) as {
    diagnostics: { filename: string; message: string; help: string }[];
  };
  const saidOf = (file: string) =>
    diagnostics.filter(({ filename }) => filename === file).map(({ message, help }) => `${message} ${help}`);
  for (const [file, from, message] of forbidden)
    expect(saidOf(file), `${file} imports ${from}`).toEqual([expect.stringContaining(message)]);
  for (const [file, from] of allowed) expect(saidOf(file), `${file} imports ${from}`).toEqual([]);
});

test("an import is planted in every top folder with code in it", () => {
  const hasCode = (folder: string) =>
    readdirSync(join(project, folder), { recursive: true, encoding: "utf8" }).some((file) => /\.tsx?$/.test(file));
  const folders = foldersIn(".").filter((name) => !["build", "node_modules"].includes(name) && hasCode(name));
  expect([...new Set(forbidden.map(([file]) => file.split("/")[0]))].toSorted()).toEqual(folders.toSorted());
});

test.each(["shop/gifts", "shop/sales/gifts"])("%s, a new folder, must be in the table", (folder) => {
  mkdirSync(join(root, folder));
  expect(lint()).toContain(`${folder} is not in the table`);
});
