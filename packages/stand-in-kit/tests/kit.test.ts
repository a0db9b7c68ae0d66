import { request } from "node:http";

import { Hono } from "hono";
import { html } from "hono/html";
import { afterAll, expect, test } from "vitest";

import { addControl } from "#stand-in-kit/control.ts";
import { createFaults } from "#stand-in-kit/faults.ts";
import { openServer } from "#stand-in-kit/open-server.ts";

const faults = createFaults({ busy: { does: "An address answers 503", fields: { path: "/parcels" } } });
const app = new Hono();
app.use((c, next) =>
  faults.take("busy", { path: c.req.path }) ? Promise.resolve(c.text("Busy, on purpose", 503)) : next(),
);
app.get("/parcels", (c) => c.json([]));
addControl(app, { basePath: "", title: "Parcel service", faults, above: () => html``, reads: {}, acts: {} });
const { origin, close } = await openServer(app.fetch);
afterAll(close);

const statusOf = async (path: string) => (await fetch(origin + path)).status;
const switchOn = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}/control/faults`, { method: "POST", body: JSON.stringify(body), headers });

test("a fault strikes as often as it was switched on, at its path only", async () => {
  expect(await statusOf("/parcels")).toBe(200);
  await switchOn({ busy: { times: 2 } });
  expect([await statusOf("/control"), await statusOf("/parcels"), await statusOf("/parcels")]).toEqual([200, 503, 503]);
  expect(await statusOf("/parcels")).toBe(200);
});

test("what no switch knows is refused in words, and so is what a page of another site sends", async () => {
  const refused = await switchOn({ late: true });
  expect([refused.status, await refused.json()]).toEqual([400, { error: "There is no fault named late" }]);
  expect((await switchOn({ busy: true }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect(faults.current()).toEqual({});
});

test("the control page has a form for each switch, and leads back to itself", async () => {
  const body = new URLSearchParams({ name: "busy", times: "always", path: "" });
  const sent = await fetch(`${origin}/control/faults`, { method: "POST", body, redirect: "manual" });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/control"]);
  expect(await (await fetch(`${origin}/control`)).text()).toMatch(/<h3>busy <em>on, always<\/em><\/h3>/);
  faults.clear();
});

test("a server answers under an address of this machine only, and a port that is taken is an error", async () => {
  const status = await new Promise((resolve) => {
    request(`${origin}/parcels`, { headers: { host: "shop.example" } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end();
  });
  expect(status).toBe(403);
  await expect(openServer(app.fetch, Number(new URL(origin).port))).rejects.toThrow("EADDRINUSE");
});
