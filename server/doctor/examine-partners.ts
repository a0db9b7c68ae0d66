/** The self-checks of services outside the process: the open shop, payments, the clock, Google, mail and pictures. */
import type { Config } from "#server/config/config.ts";
import { isLoopback } from "#server/network/loopback.ts";
import type { Db } from "#db/connect.ts";
import { credentialVariables } from "#shop/office/credentials/credential-forms.ts";
import type { CredentialKind } from "#shop/office/credentials/credential-kinds.ts";
import { listCredentials } from "#shop/office/credentials/stored-credentials.server.ts";
import type { PaymentProvider } from "#shop/sales/payments/payment-provider.ts";
import type { Services } from "#shop/services.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { broken, look, test, well, type Finding } from "#shop/office/back-office/finding.ts";

const answerWithinMs = 10_000;
const maxClockSeconds = 60;

/** Whether a shop runs on this machine and is ready. */
export async function examineOpenShop({ port }: Pick<Config, "port">): Promise<Finding> {
  const about = "Shop";
  const ready = await ask(`http://127.0.0.1:${port}/readyz`);
  if (ready === null) return look(about, `No shop is open on port ${port} of this machine.`, "Start it: npm start");
  if (ready.ok) return well(about, "It is open and ready.");
  return broken(about, `It is open, and says: ${(await ready.text()).trim().slice(0, 200)}`, "Read its log.");
}

/** Whether each payment provider accepts the shop's keys, and whether this machine's clock agrees with one of them. */
export async function examinePayments({ db, paymentProviders }: Services, config: Config): Promise<Finding[]> {
  const found = await Promise.all(paymentProviders.map((provider) => examineProvider(db, provider, config)));
  const clock = found.find(({ clock }) => clock)?.clock;
  return [...found.map(({ keys }) => keys), ...(clock ? [clock] : [])];
}

async function examineProvider(
  db: Db,
  provider: PaymentProvider,
  config: Config,
): Promise<{ keys: Finding; clock?: Finding }> {
  const about = provider.name;
  if (config.missing.includes("payments") || provider.keys === "stand-in") {
    const words = "Payments go to the shop's own stand-in: no real money is paid.";
    return { keys: await ofUnset(db, "payments", about, words, config) };
  }
  const trouble = await provider.listRefundsSince(new Date()).then(
    () => null,
    (error: Error) => error.message,
  );
  if (trouble !== null)
    return {
      keys: broken(
        about,
        `It does not respond as expected: ${trouble}`,
        provider.keysAdvice,
        `If the environment sets them: ${credentialVariables.payments.join(", ")}.`,
      ),
    };
  const answer = await ask(provider.apiBase);
  return {
    keys:
      provider.keys === "test"
        ? ofTest(about, "It accepts the keys, which are test keys: no real money is paid.", config)
        : well(about, "It accepts the keys."),
    clock: judgeClock(new Date(), answer?.headers.get("date") ?? null),
  };
}

/** Compares this machine's clock with another server's date header. */
export function judgeClock(now: Date, given: string | null): Finding {
  const about = "Clock";
  const at = Date.parse(given ?? "");
  if (Number.isNaN(at)) return well(about, "There is nothing to compare it with.");
  const seconds = Math.round(Math.abs(now.getTime() - at) / 1000);
  return seconds <= maxClockSeconds
    ? well(about, "It is right.")
    : broken(
        about,
        `It is wrong by ${seconds} seconds: sign-in fails, and documents get wrong times.`,
        "Let the server’s clock be set from the network (NTP).",
        "timedatectl set-ntp true",
      );
}

/** Whether Google's sign-in answers, as far as can be tested without a customer. */
export async function examineGoogle({ db, google }: Services, config: Config): Promise<Finding> {
  const about = "Sign-in";
  if (config.missing.includes("sign-in") || config.google.isStandIn) {
    const words = "Sign-in uses the shop's own stand-in: anybody can sign in as anybody.";
    return ofUnset(db, "sign-in", about, words, config);
  }
  const trouble = await google.findTrouble();
  return trouble === null
    ? well(about, "Google answers.")
    : broken(about, trouble, "Sign-in fails meanwhile. Try again in a minute.");
}

/** Whether the mail server accepts letters. */
export async function examineMail({ db, mailer }: Services, config: Config): Promise<Finding> {
  const about = "Mail server";
  if (config.missing.includes("mail") || config.smtpUrl === null)
    return ofUnset(db, "mail", about, "Letters go to the shop's own mailbox: readers do not get them.", config);
  const trouble = await mailer.findTrouble();
  return trouble === null
    ? well(about, `${new URL(config.smtpUrl).hostname} accepts letters.`)
    : broken(
        about,
        `${new URL(config.smtpUrl).hostname} does not accept letters: ${trouble}`,
        "Compare what is entered at the desk, under Go live, with what your mail provider says.",
        "If the environment sets it: SMTP_URL.",
      );
}

/** Whether the cover store can write, read and delete pictures. */
export async function examinePictures({ coverStore }: Services): Promise<Finding> {
  const about = "Store of pictures";
  // The store accepts only names of pictures. No cover has this name.
  const name = "p_00000000000000000000-160.webp";
  const written = Buffer.from("The doctor was here.");
  try {
    await coverStore.put(name, written);
    const read = await coverStore.get(name);
    await coverStore.remove(name);
    if (read?.equals(written)) return well(about, "It can write, read and delete.");
    return broken(
      about,
      "A picture that was written to it was changed when it was read.",
      "Let whoever looks after the server see where the pictures are stored.",
      "Check COVERS_S3_URL, or the folder of covers in DATA_DIR.",
    );
  } catch (error) {
    return broken(about, messageOf(error), "Check who may write there, and whether its disk is full.");
  }
}

/** A service without credentials in use: those entered do not work, the shop waits for some, or `words` of a stand-in. */
async function ofUnset(db: Db, kind: CredentialKind, about: string, words: string, config: Config): Promise<Finding> {
  const entered = (await listCredentials(db)).find((one) => one.kind === kind && !one.isUsed);
  if (entered?.trouble)
    return broken(
      about,
      `What was entered does not work, so it is not in use: ${entered.trouble}`,
      "Correct it at the desk, under Go live.",
    );
  return config.missing.includes(kind) ? ofMissing(about) : ofTest(about, words, config);
}

/** A service without which the shop is not open. */
function ofMissing(about: string): Finding {
  return look(about, "It is not set up, so the shop is not open to readers.", "Enter it at the desk, under Go live.");
}

/** A stand-in is for trying out a shop on a loopback address, and broken for a public one. */
function ofTest(about: string, words: string, { publicUrl }: Config): Finding {
  return isLoopback(publicUrl)
    ? test(about, words)
    : broken(
        about,
        words,
        "Enter yours at the desk, under Go live.",
        "docs/running.md explains how to open the shop to the public.",
      );
}

async function ask(url: string): Promise<Response | null> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answerWithinMs) }).catch(() => null);
}
