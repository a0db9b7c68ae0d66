import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The wire between the shop and its database, where answers can get lost. */
export interface DatabaseLine {
  /** The database's address through this wire. */
  url: string;
  /** Lets the next so many COMMITs reach the database and loses their answers: the shop cannot know what became of them. */
  loseCommits: (count: number) => void;
  /** Cuts every connection, and every new one, until `mend`. */
  cut: () => void;
  /** What is open stays open and carries nothing any more, for good; new connections are silent too until `mend`. */
  silence: () => void;
  /** Lets each answer on what is open come so many milliseconds late. */
  slow: (ms: number) => void;
  mend: () => void;
  /** Answers to COMMIT that were lost so far, with when. */
  lost: () => readonly number[];
  close: () => Promise<void>;
}

/** As `pg` writes it: a simple query of one word. */
const commit = Buffer.from("commit\0");

/** Opens a wire to the database on a free port of the loopback. */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl);
  // The shop's own server listens on a socket in its folder.
  const socketFolder = target.searchParams.get("host");
  const lost: number[] = [];
  const open = new Set<Socket>();
  const lines = new Set<{ isSilent: boolean }>();
  let toLose = 0;
  let isCut = false;
  let isSilent = false;
  let lateMs = 0;

  const server = createServer((shop) => {
    if (isCut) return void shop.destroy();
    const line = { isSilent };
    lines.add(line);
    const database = socketFolder
      ? connect(join(socketFolder, `.s.PGSQL.${target.port}`))
      : connect(Number(target.port), target.hostname);
    let isAnswerLost = false;
    let answered = Promise.resolve();
    const end = () => {
      shop.destroy();
      database.destroy();
      open.delete(shop);
      lines.delete(line);
    };
    open.add(shop);
    shop.setNoDelay(true);
    for (const socket of [shop, database]) socket.on("error", end).on("close", end);
    shop.on("data", (chunk) => {
      if (line.isSilent) return;
      if (toLose > 0 && !isAnswerLost && chunk.includes(commit)) {
        toLose -= 1;
        isAnswerLost = true;
      }
      if (!database.write(chunk)) shop.pause();
    });
    database.on("drain", () => shop.resume());
    database.on("data", (chunk) => {
      if (line.isSilent) return;
      if (isAnswerLost) {
        lost.push(performance.now());
        return end();
      }
      if (lateMs > 0) {
        const late = wait(lateMs);
        answered = answered.then(async () => void (await late, shop.write(chunk)));
        return;
      }
      if (!shop.write(chunk)) database.pause();
    });
    shop.on("drain", () => database.resume());
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
