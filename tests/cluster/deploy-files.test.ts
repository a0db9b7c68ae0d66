/** Checks the files in `deploy` with the programs that read them: Prometheus, systemd, Patroni and Docker Compose. */
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "#db/free-port.ts";
import { makeDataFolder, startChildShop } from "#tests/support/shop/child-shop.ts";
import { settingsIn } from "#tests/support/shop/settings-in.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");
const { url } = await openTestDatabase();

async function makeFolder() {
  const { folder, remove } = await makeDataFolder();
  onTestFinished(remove);
  return folder;
}

/** Runs a program and returns its exit status and its whole output. */
function run(program: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  return { status, said: (stdout + stderr).trim() };
}

test("Prometheus takes the alerts, and every expression of the dashboard", async () => {
  expect(run("promtool", ["check", "rules", join(root, "deploy", "alerts.yml")])).toMatchObject({ status: 0 });
  const { panels } = JSON.parse(read("grafana-dashboard.json")) as { panels: { targets: { expr: string }[] }[] };
  const rules = panels.flatMap(({ targets }, panel) =>
    targets.map(({ expr }, place) => ({ record: `panel:${panel}:${place}`, expr })),
  );
  const file = join(await makeFolder(), "rules.yml");
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  expect(run("promtool", ["check", "rules", file]).said).toContain(`SUCCESS: ${rules.length} rules`);
});

/** A series with the same value in each scrape, once a minute for half an hour. */
const scraped = (name: string, task: string, value: number) => ({
  series: `${name}{job="endpaper", instance="127.0.0.1:9464", task="${task}"}`,
  values: `${value}+0x30`,
});

test("alerts about background jobs fire for the one that it is about", async () => {
  const isFiring = (alertname: string, labels = "") => ({
    labels: `ALERTS{alertname="${alertname}", alertstate="firing", severity="day"${labels}}`,
    value: 1,
  });
  const test = {
    interval: "1m",
    input_series: [
      scraped("endpaper_job_failures_in_a_row", "letters", 9),
      scraped("endpaper_job_failures_in_a_row", "refunds", 0),
      scraped("endpaper_job_late", "letters", 0),
      scraped("endpaper_job_late", "covers", 1),
      scraped("endpaper_job_since_success_seconds", "letters", 5),
      scraped("endpaper_job_since_success_seconds", "backup", 3 * 86_400),
      scraped("endpaper_job_since_success_seconds", "sitemaps", 9 * 86_400),
    ],
    promql_expr_test: [
      {
        expr: 'ALERTS{alertstate="firing"}',
        eval_time: "20m",
        exp_samples: [
          isFiring("JobFails", ', task="letters"'),
          isFiring("JobLate", ', task="covers"'),
          isFiring("BackupOld"),
        ],
      },
    ],
  };
  const file = join(await makeFolder(), "test.yml");
  writeFileSync(file, JSON.stringify({ rule_files: [join(root, "deploy", "alerts.yml")], tests: [test] }));
  const { status, said } = run("promtool", ["test", "rules", file]);
  expect(status, said).toBe(0);
});

test("Prometheus takes the numbers of an open shop", async () => {
  const port = await findFreePort();
  const shop = startChildShop({
    PORT: String(await findFreePort()),
    METRICS_PORT: String(port),
    DATA_DIR: await makeFolder(),
    DATABASE_URL: url,
  });
  await shop.opened;
  await fetch(`${shop.url}/books/godan`);
  const input = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await shop.stop();
  expect(input).toContain('route="/books/:bookId"');
  expect(execFileSync("promtool", ["check", "metrics"], { input, encoding: "utf8" })).toBe("");
});

test("systemd takes the units", async () => {
  const folder = await makeFolder();
  const units = readdirSync(join(root, "deploy")).filter((name) => /\.(service|timer)$/.test(name));
  expect(units).toContain("endpaper.service");
  // systemd-analyze checks whether the programs exist.
  for (const unit of units) writeFileSync(join(folder, unit), read(unit).replaceAll("/opt/endpaper", root));
  const files = units.map((unit) => join(folder, unit));
  expect(run("systemd-analyze", ["verify", ...files])).toEqual({ status: 0, said: "" });
});

test("Patroni takes its file with the settings of a node", async () => {
  const folder = await makeFolder();
  const settings = settingsIn(read("patroni.env"));
  // Patroni checks whether the ports are free, whether etcd answers, and the contents of the data folder.
  const [restPort, postgresPort] = await Promise.all([findFreePort(), findFreePort()]);
  settings.PATRONI_RESTAPI_LISTEN = `127.0.0.1:${restPort}`;
  settings.PATRONI_POSTGRESQL_LISTEN = `127.0.0.1:${postgresPort}`;
  settings.PATRONI_POSTGRESQL_DATA_DIR = join(folder, "data");
  mkdirSync(settings.PATRONI_POSTGRESQL_DATA_DIR);
  const etcd = createServer().listen(0, "127.0.0.1");
  await once(etcd, "listening");
  onTestFinished(() => void etcd.close());
  settings.PATRONI_ETCD3_HOSTS = `127.0.0.1:${(etcd.address() as AddressInfo).port}`;
  const { said } = run("patroni", ["--validate-config", join(root, "deploy", "patroni.yml")], settings);
  // Before 3.1 Patroni required this list, although it did not need it.
  expect(said.replace(/^bootstrap\.pg_hba {2}is not defined\.$/m, "")).toBe("");
});

test("Docker Compose takes its file", async () => {
  const folder = join(await makeFolder(), "deploy");
  mkdirSync(folder);
  // Docker Compose of Debian 12 is version 1, which does not know the name of a project.
  const file = join(folder, "compose.yaml");
  writeFileSync(file, read("compose.yaml").replace(/^name: .*$/m, ""));
  const settings = { PUBLIC_URL: "https://books.example", COMPOSE_PROFILES: "public" };
  const { status, said } = run("docker-compose", ["-f", file, "config"], settings);
  expect(status, said).toBe(0);
  expect(said).toContain(`context: ${dirname(folder)}`);
  expect(said.match(/PUBLIC_URL: https:\/\/books\.example/g)).toHaveLength(2);
});
