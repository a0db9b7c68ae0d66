/** A stand-in for Meta's WhatsApp Cloud API: codes by an authentication template, signed reports, and faults on demand. */
import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { Hono, type Context } from "hono";
import { html } from "hono/html";

import { addControl } from "@endpaper/stand-in-kit/control";
import { errors, writeError, type MetaError } from "./errors.ts";
import { createWhatsAppFaults } from "./faults.ts";

/** Options of the stand-in. */
export interface WhatsAppStandInOptions {
  /** Such as `/v25.0`. */
  basePath: string;
  phoneNumberId: string;
  accountId: string;
  accessToken: string;
  appSecret: string;
  template: string;
  language: string;
  /** Where reports are sent to; null for nowhere. */
  webhookUrl?: string | null;
  /** Delivers reports; by default `fetch`. */
  deliver?: (request: Request) => Promise<unknown>;
  /** Enables /control; off by default. */
  control?: boolean;
}

/** A message that the stand-in took. */
export interface StandInMessage {
  id: string;
  to: string;
  code: string;
  reference: string | null;
}

/** A running stand-in. */
export interface WhatsAppStandIn {
  fetch(request: Request): Promise<Response>;
  /** Turns a fault on (true or an object), or off (null); see faults.ts. */
  setFault(name: string, fault: unknown): void;
  /** Oldest first. */
  messages: StandInMessage[];
  /** Sends reports about a message. */
  report(message: StandInMessage, ...statuses: string[]): Promise<void>;
  /** Resolves when all reports that are on their way have arrived. */
  settled(): Promise<void>;
  reset(): void;
}

interface Component {
  type: string;
  sub_type?: string;
  parameters?: { type: string; text?: string }[];
}

interface SentMessage {
  messaging_product?: string;
  to?: string;
  type?: string;
  template?: { name: string; language?: { code: string }; components?: Component[] };
  biz_opaque_callback_data?: string;
}

const isOne = (list: Component[], fits: (component: Component) => boolean) =>
  list.filter((component) => fits(component) && component.parameters?.length === 1).length === 1;

export function createWhatsAppStandIn(options: WhatsAppStandInOptions): WhatsAppStandIn {
  const { basePath, phoneNumberId, accountId, accessToken, template, language } = options;
  const faults = createWhatsAppFaults();
  const messages: StandInMessage[] = [];
  let onTheirWay: Promise<void>[] = [];
  let count = 0;

  async function report(message: StandInMessage, ...statuses: string[]) {
    const { webhookUrl = null, deliver = fetch, appSecret } = options;
    if (webhookUrl === null) return;
    const ordered = faults.take("mixedReports") ? statuses.toReversed() : statuses;
    const secret = faults.take("forgedReport") ? "another secret" : appSecret;
    const all = faults.take("doubleReport") ? ordered.flatMap((one) => [one, one]) : ordered;
    for (const status of all) {
      const body = JSON.stringify(writeReport(message, status, options));
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
      await deliver(new Request(webhookUrl, { method: "POST", headers, body })).catch(() => {});
    }
  }

  const refuse = (c: Context, error: MetaError) => c.json(writeError(error), error.status);

  async function take(c: Context) {
    const message = (await c.req.json()) as SentMessage;
    const late = faults.take("lateAnswer");
    if (late) await wait(late.milliseconds);
    if (faults.take("serverError")) return refuse(c, errors.ownFault);
    if (faults.take("strangeAnswer")) return c.json({ data: [] });
    if (faults.take("errorUnder200")) return c.json(writeError(errors.undeliverable));
    if (faults.take("notOnWhatsApp")) return refuse(c, errors.undeliverable);
    if (faults.take("busy")) return refuse(c, errors.pairLimit);
    if (faults.take("tooMany")) return refuse(c, errors.appLimit);
    if (faults.take("pausedTemplate")) return refuse(c, errors.pausedTemplate);
    const error = findError(message, { template, language });
    if (error) return refuse(c, error);
    const code = message.template?.components?.[0]?.parameters?.[0]?.text ?? "";
    count += 1;
    const id = `wamid.STANDIN${String(count).padStart(6, "0")}`;
    const taken = { id, to: message.to!, code, reference: message.biz_opaque_callback_data ?? null };
    messages.push(taken);
    const isSilent = faults.take("neverDelivered");
    const fate = faults.take("failedLater") ? ["failed"] : ["sent", "delivered"];
    const reports = isSilent ? [] : fate;
    if (faults.take("earlyReport")) await report(taken, ...reports);
    // A task of its own, so that the answer is not held up.
    else onTheirWay.push(wait(0).then(() => report(taken, ...reports)));
    if (faults.take("lostAnswer")) return new Response("<html>Bad Gateway</html>", { status: 502 });
    const answer = {
      messaging_product: "whatsapp",
      contacts: [{ input: taken.to, wa_id: taken.to }],
      messages: [{ id, message_status: "accepted" }],
    };
    return faults.take("cutJson") ? c.body(JSON.stringify(answer).slice(0, 60)) : c.json(answer);
  }

  const app = new Hono().basePath(basePath || "/");
  app.use(async (c, next) => {
    const isControl = c.req.path.slice(basePath.length).startsWith("/control");
    if (isControl || (c.req.header("authorization") === `Bearer ${accessToken}` && !faults.take("expiredToken")))
      return next();
    return refuse(c, errors.badToken);
  });
  app.get(`/${phoneNumberId}`, (c) =>
    c.json({ id: phoneNumberId, display_phone_number: "+91 80 4000 0000", verified_name: "Stand-in" }),
  );
  app.get(`/${accountId}/message_templates`, (c) => {
    const isFound = template.startsWith(c.req.query("name") ?? "");
    const found = { name: template, language, status: "APPROVED", category: "AUTHENTICATION", id: "594425479261596" };
    return c.json({ data: isFound ? [found] : [], paging: { cursors: { before: "MAZDZD", after: "MjQZD" } } });
  });
  app.post(`/${phoneNumberId}/messages`, take);
  app.notFound((c) => refuse(c, errors.badParameter));

  const reset = () => {
    faults.clear();
    messages.splice(0);
    onTheirWay = [];
  };
  if (options.control)
    addControl(app, {
      basePath,
      title: "WhatsApp stand-in",
      faults,
      above: () => html`<p>The codes that were sent are at <a href="control/messages">messages</a>.</p>`,
      reads: { messages: () => messages },
      acts: { reset },
    });
  return {
    fetch: async (request) => app.fetch(request),
    setFault: faults.set,
    messages,
    report,
    settled: async () => void (await Promise.all(onTheirWay)),
    reset,
  };
}

/** What is wrong with a message; null if nothing is. */
function findError(
  { messaging_product: product, to, type, template: given }: SentMessage,
  own: { template: string; language: string },
): MetaError | null {
  if (product !== "whatsapp" || type !== "template" || !/^\d{8,15}$/.test(to ?? "")) return errors.badParameter;
  if (given?.name !== own.template || given.language?.code !== own.language) return errors.unknownTemplate;
  const components = given.components ?? [];
  const isWhole =
    isOne(components, ({ type }) => type === "body") &&
    isOne(components, ({ type, sub_type }) => type === "button" && sub_type === "url");
  const texts = components.flatMap(({ parameters = [] }) => parameters.map(({ text }) => text));
  // The code must be the same in the text and on the button, and has at most 15 characters.
  const isSame = new Set(texts).size === 1 && /^.{1,15}$/.test(texts[0] ?? "");
  return isWhole && isSame ? null : errors.wrongParameters;
}

function writeReport(message: StandInMessage, status: string, { phoneNumberId, accountId }: WhatsAppStandInOptions) {
  const { code, title, details } = errors.undeliverable;
  const isFailed = status === "failed";
  const about = {
    id: message.id,
    status,
    timestamp: "1764500000",
    recipient_id: message.to,
    // Documented for messages that were sent, delivered or read.
    ...(!isFailed && message.reference !== null && { biz_opaque_callback_data: message.reference }),
    ...(isFailed
      ? { errors: [{ code, title, message: title, error_data: { details } }] }
      : { pricing: { billable: true, pricing_model: "PMP", type: "regular", category: "authentication" } }),
  };
  const metadata = { display_phone_number: "918040000000", phone_number_id: phoneNumberId };
  const value = { messaging_product: "whatsapp", metadata, statuses: [about] };
  return { object: "whatsapp_business_account", entry: [{ id: accountId, changes: [{ field: "messages", value }] }] };
}
