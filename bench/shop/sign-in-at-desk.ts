import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { sendRequest, type SentAnswer } from "#proving-ground/load/send-request.ts";

/** Requests a page of the desk as the signed-in person. */
export type AskDesk = (path: string) => Promise<SentAnswer>;

/** Signs in with an invitation: the link, Google's stand-in, the session cookie. */
export async function signInByInvitation(
  port: number,
  { secret, email }: { secret: string; email: string },
): Promise<{ ask: AskDesk; headers: Record<string, string> }> {
  const host = `desk.localhost:${port}`;
  const cookies = new Map<string, string>();
  const headers: Record<string, string> = { host, "accept-encoding": "br" };
  const keep = (answer: SentAnswer) => {
    for (const line of answer.cookies) {
      const cookie = line.replace(/;.*/, "");
      cookies.set(cookie.replace(/=.*/, ""), cookie);
    }
    headers.cookie = [...cookies.values()].join("; ");
    return answer;
  };
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  const form = { ...headers, origin: `http://${host}`, "content-type": "application/x-www-form-urlencoded" };
  const start = keep(await sendRequest(at("/sign-in"), form, new URLSearchParams({ invitation: secret }).toString()));
  const location = start.header("location");
  if (location === undefined) throw new Error(`The desk answered ${start.status} without the address of Google.`);
  const back = await signInAtGoogle(location, { name: "The owner", email });
  keep(await sendRequest(at(back.pathname + back.search), headers));
  return { headers, ask: (path) => sendRequest(at(path), headers) };
}
