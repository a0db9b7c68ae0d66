import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import { afterAll, expect, test } from "vitest";

import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";

/** A server that answers each message with its text. */
const received: string[] = [];
const database = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    received.push(chunk.toString());
    socket.write(chunk);
  });
}).listen(0, "127.0.0.1");
await once(database, "listening");
const line = await openDatabaseProxy(`postgres://owner@127.0.0.1:${(database.address() as AddressInfo).port}/shop`);
afterAll(async () => {
  await line.close();
  database.close();
});

function open(): Socket {
  return connect(Number(new URL(line.url).port), "127.0.0.1").on("error", () => {});
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString();
}

test("messages and answers pass, and a lost COMMIT reaches the database before its connection ends", async () => {
  const socket = open();
  expect(await ask(socket, "select 1\0")).toBe("select 1\0");
  line.loseCommits(1);
  socket.write("commit\0");
  await once(socket, "close");
  expect(received.at(-1)).toBe("commit\0");
  expect(line.lost()).toHaveLength(1);
});

test("a cut ends all connections and refuses new ones until it is repaired", async () => {
  const socket = open();
  await ask(socket, "select 2\0");
  line.cut();
  await once(socket, "close");
  await once(open(), "close");
  line.mend();
  const again = open();
  expect(await ask(again, "select 3\0")).toBe("select 3\0");
  again.destroy();
});
