/** Acts as etcd, Patroni, HAProxy or PgBouncer, by its first argument: just enough to open a cluster without them. */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { dirname, join } from "node:path";

const [kind, ...args] = process.argv.slice(2);
const setting = (name: string) => process.env[name]!;

if (kind === "etcd")
  answerHttp(new URL(setting("ETCD_LISTEN_CLIENT_URLS")).host, () => ({
    header: { member_id: setting("ETCD_NAME") },
    leader: "etcd2",
  }));
if (kind === "patroni") {
  const data = setting("PATRONI_POSTGRESQL_DATA_DIR");
  const postmaster = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "postmaster.pid"), `${postmaster.pid}\n`);
  answerHttp(setting("PATRONI_RESTAPI_LISTEN"), () => ({
    members: [
      { name: "node1", role: "leader", state: "running" },
      { name: "node2", role: "sync_standby", state: "streaming", lag: 0 },
      { name: "node3", role: "replica", state: "streaming", lag: 0 },
    ],
  }));
}
if (kind === "haproxy") answerPostgres(setting("PRIMARY_BIND"));
if (kind === "pgbouncer") answerPostgres(`127.0.0.1:${readFileSync(join(dirname(args[0]!), "place.ini"), "utf8")}`);

function answerHttp(address: string, body: () => unknown) {
  const [host, port] = address.split(":");
  createHttpServer((_, response) => response.end(JSON.stringify(body()))).listen(Number(port), host);
}

/** Accepts every login, and answers every statement as a command that is complete. */
function answerPostgres(address: string) {
  const [host, port] = address.split(":");
  const message = (type: string, content: Buffer) => {
    const head = Buffer.from(`${type}    `);
    head.writeInt32BE(content.length + 4, 1);
    return Buffer.concat([head, content]);
  };
  const ready = message("Z", Buffer.from("I"));
  const authenticated = Buffer.concat([message("R", Buffer.alloc(4)), ready]);
  const done = Buffer.concat([message("C", Buffer.from("SELECT 1\0")), ready]);
  createServer((socket) => {
    socket.once("data", () => {
      socket.write(authenticated);
      socket.on("data", (chunk) => void (chunk[0] === 81 && socket.write(done)));
    });
    socket.on("error", () => {});
  }).listen(Number(port), host);
}
