/** The self-check of the addresses under which readers and staff reach the shop. */
import type { Config } from "#server/config/config.ts";
import { isLoopback } from "#server/network/loopback.ts";
import { broken, look, test, well, type Finding } from "#shop/office/back-office/finding.ts";

const answerWithinMs = 10_000;
/** What the shop's `/healthz` answers. */
const healthy = "The shop is running";

/** Whether the public address, and that of a public desk, lead to the shop. */
export async function examineAddresses({ publicUrl, desk }: Pick<Config, "publicUrl" | "desk">): Promise<Finding[]> {
  if (isLoopback(publicUrl))
    return [
      test(
        "Public address",
        `Only this machine reaches ${publicUrl}: readers need an address on the internet.`,
        "To be set by the person who looks after the server, as the part Public address of Go live says.",
        "PUBLIC_URL opens the shop for others.",
      ),
    ];
  return Promise.all([
    examineAddress("Public address", publicUrl),
    ...(desk.isDisabled ? [] : [examineAddress("Address of the desk", desk.url)]),
  ]);
}

async function examineAddress(about: string, url: string): Promise<Finding> {
  try {
    const answer = await fetch(`${url}/healthz`, { redirect: "manual", signal: AbortSignal.timeout(answerWithinMs) });
    if ((await answer.text()).startsWith(healthy)) return well(about, `${url} leads to the shop.`);
    return broken(
      about,
      `${url} leads to another server, which answers with ${answer.status}.`,
      "Point the domain’s A record to this server. It takes up to an hour until all see the change.",
    );
  } catch (error) {
    const { words, advice } = explain(error as Error);
    return look(about, `${url} does not lead to the shop, seen from this machine: ${words}`, advice);
  }
}

function explain(error: Error): { words: string; advice: string } {
  const { code = "", message = "" } = (error.cause ?? error) as NodeJS.ErrnoException;
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return {
      words: "the domain has no address.",
      advice: "Add a record of the type A with this server’s IP address at the domain’s provider.",
    };
  if (/CERT|TLS|SSL|ALTNAME/i.test(code + message))
    return {
      words: "its certificate is not valid.",
      advice: "The web server in front of the shop gets one once the domain leads here; see its log.",
    };
  return {
    words: "nothing answers there.",
    advice: "Try it on a phone without Wi-Fi. If it fails there too, check DNS, proxy and firewall.",
  };
}
