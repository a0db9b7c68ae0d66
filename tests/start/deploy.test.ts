/** Tests of the files in `deploy/`: the container, the service, upgrades, and the operator's command. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { sql } from "#db/sql.ts";
import { settingNames } from "#server/config/config.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");
const database = await openTestDatabase();

/** The arguments of each occurrence of a Dockerfile instruction. */
const instructions = (dockerfile: string, name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].map(([, rest]) => rest!);

const environmentOf = (words: string) =>
  Object.fromEntries([...words.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));

/**
 * Creates the folder of the Dockerfile's last stage: the files it copies, and packages that are not only for building.
 */
function makeImageFolder(folder: string, dockerfile: string) {
  for (const line of instructions(dockerfile, "COPY --from=build"))
    for (const path of line
      .split(" ")
      .slice(0, -1)
      .map((word) => word.replace("/shop/", "")))
      if (path !== "node_modules") cpSync(join(root, path), join(folder, path), { recursive: true });
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const there = new Set(readdirSync(join(root, "node_modules")));
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !there.has(path.split("/")[1]!)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
}

test("the container's command opens a shop from what is in the image, its health check says so, and it ends when it is told", async () => {
  const { folder, remove } = await makeDataFolder();
  const dockerfile = read("Dockerfile");
  const image = join(folder, "shop");
  makeImageFolder(image, dockerfile);
  const port = await findFreePort();
  const env = {
    ...environmentOf(instructions(dockerfile, "ENV").join(" ")),
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOST: "",
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: database.url,
  };
  const [program, ...args] = JSON.parse(instructions(dockerfile, "CMD")[0]!) as string[];
  const shop = spawn(program!, args, { cwd: image, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(shop, "exit");
  let said = "";
  for (const stream of [shop.stdout, shop.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [check, ...words] = JSON.parse(
    instructions(dockerfile, "HEALTHCHECK")[0]!.replace(/^.*? CMD /, ""),
  ) as string[];
  const isHealthy = () => spawnSync(check!, words, { cwd: image, env }).status;
  expect(isHealthy()).toBe(1);
  await expect.poll(() => said).toContain("Endpaper is open at");
  expect(isHealthy()).toBe(0);
  expect((await fetch(`http://127.0.0.1:${port}/books/godan`)).status).toBe(200);
  shop.kill(instructions(dockerfile, "STOPSIGNAL")[0] as NodeJS.Signals);
  expect(await ended).toEqual([0, null]);
  await remove();
});

test("a page of the version before finds its scripts after the upgrade, and the shop its own when a build takes their place", async () => {
  const { folder, remove } = await makeDataFolder();
  const image = join(folder, "shop");
  makeImageFolder(image, read("Dockerfile"));
  const assets = join(image, "build", "client", "assets");
  const start = async () => {
    const port = await findFreePort();
    const shop = spawn(process.execPath, ["server/main.ts"], {
      cwd: image,
      env: { NODE_ENV: "production", PORT: String(port), DATA_DIR: join(folder, "data"), DATABASE_URL: database.url },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(shop, "exit");
    let said = "";
    for (const stream of [shop.stdout, shop.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toContain("Endpaper is open at");
    return { url: `http://127.0.0.1:${port}`, stop: () => (shop.kill("SIGTERM"), ended) };
  };
  const filesOf = async (url: string) => {
    const page = await (await fetch(`${url}/books/godan`)).text();
    return [...new Set(page.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
  };
  const statuses = (url: string, files: string[]) =>
    Promise.all(files.map(async (file) => `${file} ${(await fetch(url + file)).status}`));

  const before = await start();
  const files = await filesOf(before.url);
  expect(files.length).toBeGreaterThan(5);
  const asBuilt = new Map(files.map((file) => [file, readFileSync(join(image, "build", "client", file), "utf8")]));
  // Builds the next version while this one runs: a new script, and none of the old ones.
  rmSync(assets, { recursive: true });
  mkdirSync(assets);
  writeFileSync(join(assets, "new-version-1234567.js"), "// new");
  expect(await statuses(before.url, files)).toEqual(files.map((file) => `${file} 200`));
  await before.stop();

  const after = await start();
  expect(await statuses(after.url, files)).toEqual(files.map((file) => `${file} 200`));
  for (const [file, text] of asBuilt) {
    const answer = await fetch(after.url + file);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(text);
  }
  expect((await fetch(`${after.url}/assets/new-version-1234567.js`)).status).toBe(200);
  const missing = await fetch(`${after.url}/assets/of-no-version.js`);
  expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, "no-store"]);
  await after.stop();
  await remove();
});

test("the container is built by the commands that the shop itself is installed and built by", () => {
  const [install, build] = instructions(read("Dockerfile"), "RUN");
  expect(install).toBe("npm ci --include=dev --no-fund --no-audit");
  expect(build).toBe("node setup/build.mjs");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { build: string } };
  expect(read("endpaper.service")).toContain("`npm run build`");
  expect(scripts.build).toBe("node setup/install-and-build.mjs");
  expect(read("endpaper.service")).toMatch(/^ExecStart=\S+\/node --max-[^ ]+ --max-[^ ]+ server\/main\.ts$/m);
});

test("the operator's command line works beside the service, with the settings of its file and nothing installed anew", async () => {
  const { folder, remove } = await makeDataFolder();
  const image = join(folder, "shop");
  makeImageFolder(image, read("Dockerfile"));
  const settings = join(folder, "shop.env");
  writeFileSync(settings, `DATA_DIR=${join(folder, "data")}\nDATABASE_URL="${database.url}"\n`);
  // Only root can switch accounts, and that account does not exist here.
  const script = read("shop-command")
    .replace("exec runuser -u endpaper -- ", "exec ")
    .replace("/opt/endpaper/node_modules/node/bin/node", process.execPath)
    .replaceAll("/opt/endpaper", image)
    .replace("/etc/endpaper/shop.env", settings);
  const ask = (...words: string[]) =>
    spawnSync("sh", ["-c", script, "endpaper", ...words], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin" },
    });
  // File names are relative to the person's working directory.
  writeFileSync(
    join(folder, "books.csv"),
    "isbn,title,author,price,mrp\n9780306406157,Brought by Hand,A Writer,100,100\n",
  );
  const imported = ask("import", "books.csv");
  expect(imported.status, imported.stderr).toBe(0);
  const { rowCount } = await database.db.execute(sql`select from books where isbn13 = '9780306406157'`);
  expect(rowCount).toBe(1);
  const checked = ask("check:invariants");
  expect([checked.status, checked.stdout], checked.stderr).toEqual([
    0,
    expect.stringContaining("agree with each other"),
  ]);
  await remove();
});

test("in the container, as a service and in the soak, memory is given out alike", () => {
  const limits = (text: string) => text.match(/--max-(?:semi|old)-space-size=\d+/g);
  const soakText = readFileSync(join(root, "bench", "verify", "soak.ts"), "utf8");
  const inAll = ["--max-semi-space-size=8", "--max-old-space-size=1024"];
  for (const text of [read("Dockerfile"), read("endpaper.service"), soakText]) expect(limits(text)).toEqual(inAll);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
  expect(limits(scripts.start)).toEqual(inAll);
  const ofMemory = (text: string) => Object.entries(environmentOf(text)).filter(([name]) => name.startsWith("MALLOC_"));
  const service = [...read("endpaper.service").matchAll(/^Environment=(.*)$/gm)].map(([, words]) => words).join(" ");
  const inContainer = ofMemory(instructions(read("Dockerfile"), "ENV").join(" "));
  expect(inContainer).toHaveLength(3);
  expect(ofMemory(service)).toEqual(inContainer);
  for (const [name, value] of inContainer) expect(soakText).toContain(`${name}: "${value}"`);
});

/** The environment of the shop in compose.yaml. */
const shopInCompose = () => read("compose.yaml").split("environment:")[1]!.split("network_mode:")[0]!;

test("files of deploy name only settings that the shop has", () => {
  const shop = [...read("shop.env").matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  const compose = [...shopInCompose().matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name]) => name!);
  expect(shop.length * compose.length).toBeGreaterThan(0);
  expect([...shop, ...compose].filter((name) => !settingNames.includes(name))).toEqual([]);
});

test("the container of compose.yaml is told every setting of shop.env that its file does not decide itself", () => {
  const text = read("shop.env");
  const asked = [...text.slice(text.indexOf("PUBLIC_URL")).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  const section = shopInCompose();
  // The proxy is on the same machine, and there is one shop.
  const own = ["PROXY_ADDRESSES", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"];
  const missing = asked.filter((name) => !own.includes(name) && !section.includes(` ${name}: \${${name}:`));
  expect(missing).toEqual([]);
});
