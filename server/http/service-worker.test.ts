import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { expandPath } from "#routing/find-route.ts";
import { routes } from "#routing/routes.ts";
import { exampleOf } from "#tests/support/places/route-examples.ts";
import { createServiceWorker } from "./service-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "endpaper-worker-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "assets"));
const write = (file: string) => writeFileSync(join(folder, "assets", file), "");
for (const file of ["b.js", "a.css", "mark.svg", "face.woff2", "a.css.br"]) write(file);

test("another build, another name of the shop, and another file make another worker; the same ones the same", async () => {
  const versionOf = (pages: string, name: string) => createServiceWorker(pages, name, folder).version;
  const version = versionOf("1", "Endpaper");
  expect(version).toMatch(/^[0-9a-f]{12}$/);
  expect(versionOf("1", "Endpaper")).toBe(version);
  const others = [versionOf("2", "Endpaper"), versionOf("1", "Flyleaf")];
  write("c.js");
  others.push(versionOf("1", "Endpaper"));
  expect(new Set([version, ...others]).size).toBe(4);
  rmSync(join(folder, "assets", "c.js"));
});

test("the script begins with its version and the files that every page may need, without fonts and packed copies", async () => {
  const worker = createServiceWorker("1", "Endpaper", folder);
  const [first, second] = (await worker.script().text()).split("\n");
  expect(first).toBe(`const version = "${worker.version}";`);
  expect(second).toBe(`const assets = ["/assets/a.css","/assets/b.js","/assets/mark.svg"];`);
});

test("the script is a script that browsers ask for anew, and that may fetch from the shop alone", () => {
  const { headers } = createServiceWorker("1", "Endpaper", folder).script();
  expect(Object.fromEntries(headers)).toEqual({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  });
});

test("the script names the paths that the table of routes takes from it, and those that no device may store", async () => {
  const script = await createServiceWorker("1", "Endpaper", folder).script().text();
  const patternCalled = (name: string) => new RegExp(new RegExp(`^const ${name} = /(.*)/;$`, "m").exec(script)![1]!);
  const [bypassed, neverStored] = [patternCalled("bypassed"), patternCalled("neverStored")];
  for (const [path, { access, offline }] of Object.entries(routes)) {
    for (const address of expandPath(path).map((one) => exampleOf(one))) {
      expect(bypassed.test(address), address).toBe(offline === "bypassed");
      if (access !== "api") expect(neverStored.test(address), address).toBe(offline === "never");
    }
  }
  for (const path of ["/stand-ins/mailbox/", "/checkout/nothing-of-this-name", "/checkout.data"])
    expect(bypassed.test(path), path).toBe(true);
  for (const path of ["/checkouts", "/authors", "/my/checkout"]) expect(bypassed.test(path), path).toBe(false);
});
