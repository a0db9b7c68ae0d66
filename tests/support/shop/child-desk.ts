import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** Sends a form to the desk of a shop in another process; returns status, redirect and text of the answer. */
export async function sendToDesk(port: number, token: string, path: string, form: FormData | URLSearchParams) {
  const origin = `http://desk.localhost:${port}`;
  const encoded = new Request(origin, { method: "POST", body: form });
  const asking = request({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    headers: { host: new URL(origin).host, origin, cookie: `desk=${token}`, ...Object.fromEntries(encoded.headers) },
  });
  asking.end(Buffer.from(await encoded.arrayBuffer()));
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return { status: answer.statusCode, location: answer.headers.location ?? "", words: await text(answer) };
}

/** The form that uploads a file of books. */
export function fileOfBooks(lines: string[]): FormData {
  const form = new FormData();
  form.set("intent", "import.upload");
  form.set("kind", "books");
  form.set("file", new Blob([`${lines.join("\n")}\n`]), "books.csv");
  return form;
}
