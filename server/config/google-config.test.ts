import { expect, test } from "vitest";

import { readGoogle } from "./google-config.ts";
import { SettingsError } from "./settings-error.ts";

const client = { GOOGLE_CLIENT_ID: "1234-shop.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "a_secret_of_google" };
const open = "https://books.example";

function complaint(...given: Parameters<typeof readGoogle>): string {
  try {
    readGoogle(...given);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(given)} was accepted`);
}

test("without keys sign-in goes to the stand-in, under the shop's own address", () => {
  expect(readGoogle({}, "http://localhost:3000", false)).toEqual({
    isStandIn: true,
    issuer: "http://localhost:3000/stand-ins/google",
    clientId: "endpaper-stand-in",
    clientSecret: "stand_in_client_secret",
  });
});

test("with keys it goes to Google, or to another issuer that is named", () => {
  const real = { isStandIn: false, clientId: client.GOOGLE_CLIENT_ID, clientSecret: client.GOOGLE_CLIENT_SECRET };
  expect(readGoogle(client, open, false)).toEqual({ ...real, issuer: "https://accounts.google.com" });
  expect(readGoogle(client, "http://localhost:3000", false)).toMatchObject({ isStandIn: false });
  const GOOGLE_ISSUER = "https://login.books.example/";
  expect(readGoogle({ ...client, GOOGLE_ISSUER }, open, false)).toEqual({
    ...real,
    issuer: "https://login.books.example",
  });
  // Other issuers name their clients as they like, and http is safe on this machine.
  const other = { GOOGLE_CLIENT_ID: "shop", GOOGLE_CLIENT_SECRET: "a secret with spaces" };
  for (const issuer of ["https://login.books.example", "http://127.0.0.1:4000", "http://localhost:4000/realm"])
    expect(readGoogle({ ...other, GOOGLE_ISSUER: issuer }, open, false)).toMatchObject({ issuer, clientId: "shop" });
});

test("without keys there is the stand-in, or nothing that signs in anybody", () => {
  expect(readGoogle({}, open, false)).toMatchObject({ isStandIn: true });
  expect(readGoogle({}, open, true)).toMatchObject({ isStandIn: false, clientId: "" });
});

test("the two keys go together", () => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = client;
  for (const some of [{ GOOGLE_CLIENT_ID }, { GOOGLE_CLIENT_SECRET }])
    expect(complaint(some, "http://localhost:3000", false)).toContain("belong together: set both");
});

test("what Google would refuse with the first reader is said at the start", () => {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = client;
  for (const GOOGLE_CLIENT_ID of ["shop", `https://${id}`, ` ${id}`, `"${id}"`, `${id}/`])
    expect(complaint({ ...client, GOOGLE_CLIENT_ID }, open, false)).toContain("is not a Google client ID");
  for (const GOOGLE_CLIENT_SECRET of [`"${secret}"`, `${secret} `])
    expect(complaint({ ...client, GOOGLE_CLIENT_SECRET }, open, false)).toContain("without quotes and spaces");
  const swapped = complaint({ GOOGLE_CLIENT_ID: secret, GOOGLE_CLIENT_SECRET: id }, open, false);
  expect(swapped).toContain("belongs in GOOGLE_CLIENT_SECRET");
  expect(swapped).not.toContain(secret);
  for (const address of ["https://203.0.113.4", "https://[2001:db8::1]"])
    expect(complaint(client, address, false)).toContain("only to addresses with a host name");
  expect(readGoogle(client, "http://127.0.0.1:3000", false)).toMatchObject({ isStandIn: false });
  expect(complaint(client, "http://books.example", false)).toContain(
    "Google signs readers in to https:// addresses only",
  );
  expect(complaint({ ...client, GOOGLE_ISSUER: "http://login.books.example" }, open, false)).toContain(
    "must start with https://",
  );
});
