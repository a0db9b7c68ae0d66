import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { packageNames, readManifest } from "#tests/support/manifests.ts";

const root = join(import.meta.dirname, "..", "..");
const project = mkdtempSync(join(tmpdir(), "endpaper-packages-"));
const installed = join(project, "node_modules");
afterAll(() => rmSync(project, { recursive: true }));

/** Creates another project with our packages as published, and only the external packages that they depend on. */
beforeAll(() => {
  execFileSync(process.execPath, ["setup/pack-packages.ts", join(installed, "@endpaper")], { cwd: root });
  const named = packageNames.flatMap((name) => Object.keys(readManifest(`packages/${name}`).dependencies));
  for (const name of new Set(named.filter((other) => !other.startsWith("@endpaper/")))) {
    mkdirSync(dirname(join(installed, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(installed, name));
  }
});

test("what is published is JavaScript with its types, a README and a licence, without tests", () => {
  for (const name of packageNames) {
    const files = readdirSync(join(installed, "@endpaper", name), { recursive: true, encoding: "utf8" });
    expect(files, name).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\./.test(file))).toEqual([]);
    for (const target of Object.values(readManifest(`packages/${name}`).exports))
      expect(files).toEqual(
        expect.arrayContaining([target.replace(/^\.\/(.*)\.ts$/, "$1.js"), target.slice(2, -3) + ".d.ts"]),
      );
  }
});

test("another project runs them by their names", () => {
  writeFileSync(
    join(project, "try.mjs"),
    `import { drawCover } from "@endpaper/covers/draw-cover";
import { createRazorpayStandIn } from "@endpaper/razorpay-stand-in";
import { callApi, payByCard } from "@endpaper/razorpay-stand-in/drive";
import { createGoogleStandIn } from "@endpaper/stand-ins/google";
import { createMailboxStandIn } from "@endpaper/stand-ins/mailbox";
import { createS3StandIn } from "@endpaper/stand-ins/s3";

const book = { id: "emma", title: "Emma", author: "Jane Austen", categoryId: "classics", language: "en", mood: "engraved" };
const keys = { keyId: "rzp_test_shop", keySecret: "secret" };
const standIn = createRazorpayStandIn({ ...keys, basePath: "", publicOrigin: "http://razorpay.test" });
const mount = { standIn, origin: "http://razorpay.test", basePath: "", ...keys };
const order = await callApi(mount, "POST /orders", { amount: 79900, currency: "INR" });
await payByCard(mount, { orderId: order.body.id });
console.log(drawCover(book).slice(0, 4), standIn.ledger().payments[0].status);
console.log([createGoogleStandIn, createMailboxStandIn, createS3StandIn].map((create) => typeof create).join(" "));`,
  );
  const said = execFileSync(process.execPath, ["try.mjs"], { cwd: project, encoding: "utf8" });
  expect(said).toBe("<svg captured\nfunction function function\n");
});

test("Razorpay's stand-in is a program of its own", async () => {
  const program = join(installed, "@endpaper", "razorpay-stand-in", "main.js");
  const child = spawn(process.execPath, [program, "--port", "0", "--webhook", "http://127.0.0.1:9/events"]);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const [, api] = /^API +(\S+)$/m.exec(said.toString())!;
  expect(said.toString()).toMatch(/^Webhooks +http:\/\/127\.0\.0\.1:9\/events, secret \S+$/m);
  expect((await fetch(`${api}/orders`)).status).toBe(400);
  child.kill();
  await once(child, "exit");
});
