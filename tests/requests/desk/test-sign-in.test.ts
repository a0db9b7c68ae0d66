import { expect, test } from "vitest";

import {
  addPasskeyRow,
  addStaff,
  addStaffSession,
  deskUrl,
  openDeskBrowser,
  openTestDesk,
} from "#tests/support/desk/desk.ts";

const desk = await openTestDesk({ isTestSignIn: true });

test("with test sign-in the desk answers this machine only", async () => {
  const request = () => new Request(`${deskUrl}/sign-in`);
  expect((await desk.pages.fetch(request(), null, true)).status).toBe(200);
  for (const answer of [
    await desk.pages.fetch(request(), "203.0.113.9", false),
    await desk.pages.fetch(request(), null, false),
  ]) {
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("answers only on the shop's own machine");
  }
});

test("with test sign-in a passkey may be put off; who has one shows it", async () => {
  const id = await addStaff(desk, "owner");
  const browser = openDeskBrowser(desk, await addStaffSession(desk, id, { passkeyMinutes: null }));
  const page = await browser.get("/staff");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Practice mode");
  const form = { intent: "staff.invite", address: "ravi@example.com", role: "packer" };
  expect((await browser.post("/staff", form)).status).toBe(200);
  await addPasskeyRow(desk, id);
  expect((await browser.get("/staff")).headers.get("location")).toBe("/passkey?next=%2Fstaff");
  expect((await browser.post("/staff", form)).status).toBe(303);
});
