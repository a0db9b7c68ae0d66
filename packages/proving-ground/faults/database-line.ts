/** A proxy between a server and its PostgreSQL, which loses responses, closes connections and adds latency. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A proxy in front of the database. */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  url: string;
  /**
   * Passes the next `count` COMMITs on to the database, but closes the connections before the responses, so that the
   * client cannot know the result.
   */
  loseCommits: (count: number) => void;
  /** Closes all connections, and new ones too until `mend`. */
  cut: () => void;
  /** Stops all transfer. Connections that are open now stay silent forever, new ones until `mend`. */
  silence: () => void;
  /** Delays each response by `ms` milliseconds. */
  slow: (ms: number) => void;
  mend: () => void;
  /** The times, by `performance.now()`, at which responses to COMMIT arrived that were then lost. */
  lost: () => readonly number[];
  close: () => Promise<void>;
}

/** The message of a COMMIT as the client `pg` sends it: a simple query. */
const commit = Buffer.from("commit\0");

/** Opens a proxy on a free port of the loopback interface. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  // The server may listen on a socket in a folder instead of a port.
  const socketFolder = target.searchParams.get("host");
  const lost: number[] = [];
  const open = new Set<Socket>();
  const lines = new Set<{ isSilent: boolean }>();
  let toLose = 0;
  let isCut = false;
  let isSilent = false;
  let lateMs = 0;

  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const line = { isSilent };
    lines.add(line);
    const database = socketFolder
      ? connect(join(socketFolder, `.s.PGSQL.${target.port}`))
      : connect(Number(target.port), target.hostname);
    let isAnswerLost = false;
    let answered = Promise.resolve();
    const end = () => {
      client.destroy();
      database.destroy();
      open.delete(client);
      lines.delete(line);
    };
    open.add(client);
    client.setNoDelay(true);
    for (const socket of [client, database]) socket.on("error", end).on("close", end);
    client.on("data", (chunk) => {
      if (line.isSilent) return;
      if (toLose > 0 && !isAnswerLost && chunk.includes(commit)) {
        toLose -= 1;
        isAnswerLost = true;
      }
      if (!database.write(chunk)) client.pause();
    });
    database.on("drain", () => client.resume());
    database.on("data", (chunk) => {
      if (line.isSilent) return;
      if (isAnswerLost) {
        lost.push(performance.now());
        return end();
      }
      if (lateMs > 0) {
        const late = wait(lateMs);
        answered = answered.then(async () => void (await late, client.write(chunk)));
        return;
      }
      if (!client.write(chunk)) database.pause();
    });
    client.on("drain", () => database.resume());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    loseCommits(count) {
      toLose = count;
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    silence() {
      isSilent = true;
      for (const line of lines) line.isSilent = true;
    },
    slow(ms) {
      lateMs = ms;
    },
    mend() {
      isCut = isSilent = false;
      lateMs = 0;
    },
    lost: () => lost,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
