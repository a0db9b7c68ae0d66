/** Tests of two shops that share the stand-ins of `npm run stand-ins`. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { makeDataFolder, startChildShop, type ChildShop } from "#tests/support/shop/child-shop.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const root = join(import.meta.dirname, "..", "..");
const database = await openTestDatabase();
const shops: ChildShop[] = [];
const closers: (() => unknown)[] = [];
/** The settings for each shop that `npm run stand-ins` prints. */
let told: Record<string, string>;
let shopSettings: Record<string, string>;

beforeAll(async () => {
  const { folder, remove } = await makeDataFolder();
  closers.push(remove);
  const [first, second, port, smtpPort] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
  const publicUrl = `http://localhost:${first}`;
  told = await startStandIns({
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder,
    STAND_INS_PORT: `${port}`,
    STAND_INS_SMTP_PORT: `${smtpPort}`,
  });
  shopSettings = {
    ...told,
    PORT: `${first}`,
    PUBLIC_URL: publicUrl,
    DATA_DIR: join(folder, "first"),
    DATABASE_URL: database.url,
  };
  const settings = [shopSettings, { ...shopSettings, PORT: `${second}`, DATA_DIR: join(folder, "second") }];
  for (const of of settings) {
    const shop = startChildShop(of);
    closers.push(() => shop.stop());
    await shop.opened;
    shops.push(shop);
  }
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Starts the process, and reads the settings that it prints. */
async function startStandIns(settings: Record<string, string>): Promise<Record<string, string>> {
  const program = join(root, "server", "stand-ins", "main.ts");
  const child = spawn(process.execPath, [program], { cwd: root, env: { PATH: process.env.PATH, ...settings } });
  const ended = once(child, "exit");
  closers.push(() => (child.kill("SIGTERM"), ended));
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes("The stand-ins are open at"))
      return Object.fromEntries([...said.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
  }
  throw new Error(`The stand-ins ended: ${said}`);
}

/** A reader with a cookie jar, whose requests go to either shop. */
function newVisitor() {
  const cookies = new Map<string, string>();
  return async (shop: ChildShop, path: string, fields?: Record<string, string>) => {
    const response = await fetch(shop.url + path, {
      redirect: "manual",
      headers: {
        accept: "application/json",
        origin: shopSettings["PUBLIC_URL"]!,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : null,
      location: response.headers.get("location"),
    };
  };
}

test("a cart of one shop is paid at the stand-in that both share, reported at the other, and its letter is in the one mailbox", async () => {
  const ask = newVisitor();
  const [first, second] = shops as [ChildShop, ChildShop];
  await ask(first, "/cart/lines", { intent: "add", bookId: "heart-lamp" });
  const { body } = await ask(second, "/checkout", {
    email: "meera@example.com",
    name: "Meera Nair",
    phone: "9876543210",
    addressLine1: "12 Church Street",
    city: "Bengaluru",
    stateCode: "KA",
    pin: "560001",
  });
  const razorpay = new URL(told["RAZORPAY_API_BASE"]!.replace(/\/v1$/, ""));
  const mount = {
    origin: razorpay.origin,
    basePath: razorpay.pathname,
    keyId: told["RAZORPAY_KEY_ID"]!,
    standIn: { fetch },
  };
  const proof = await payByCard(mount, { orderId: body.options.order_id });
  const order = { order: body.orderNumber as string };
  const verified = await ask(first, "/checkout/verify", { ...order, ...proof.body });
  expect(verified.body.state).toBe("paid");
  const mailbox = `${new URL(told["RAZORPAY_API_BASE"]!).origin}/mailbox/`;
  await expect.poll(async () => (await fetch(mailbox)).text()).toContain(order.order);

  const checked = spawnSync(process.execPath, ["cli/check-invariants.ts"], {
    cwd: root,
    env: { PATH: process.env.PATH, ...shopSettings },
    encoding: "utf8",
  });
  expect(checked.stdout + checked.stderr).toContain("They agree with the records of the payment service");
  expect(checked.status).toBe(0);
});

test("a reader who sets out at one shop is signed in at the other", async () => {
  const ask = newVisitor();
  const [first, second] = shops as [ChildShop, ChildShop];
  const { location } = await ask(first, "/auth/google/start");
  const callback = await signInAtGoogle(location!, { email: "asha.raman@example.com" });
  expect(callback.origin).toBe(shopSettings["PUBLIC_URL"]);
  await ask(second, callback.pathname + callback.search);
  const { body } = await ask(first, "/api/auth/me");
  expect(body.state.user.email).toBe("asha.raman@example.com");
});

test("the shared stand-ins answer only under an address of this machine, and serve no public shop", async () => {
  const { port } = new URL(told["GOOGLE_ISSUER"]!);
  const asked = spawnSync("curl", ["-s", "-H", "Host: books.example", `http://127.0.0.1:${port}/mailbox/`], {
    encoding: "utf8",
  });
  expect(asked.stdout).toBe("The stand-ins answer only under an address of this machine.");
  const refused = spawnSync(process.execPath, ["server/stand-ins/main.ts"], {
    cwd: root,
    env: { PATH: process.env.PATH, PUBLIC_URL: "https://books.example" },
    encoding: "utf8",
  });
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("serve this machine only")]);
});
