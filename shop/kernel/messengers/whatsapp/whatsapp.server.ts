/** Sends codes by WhatsApp, through Meta's WhatsApp Cloud API. */
import { createHmac, timingSafeEqual } from "node:crypto";

import type { z } from "zod";

import { parseJson } from "#shop/kernel/text/parse-json.ts";
import type { MessageReport, Messenger, SendResult, TemplateMessage } from "#shop/kernel/messengers/messenger.ts";
import { causeOf, describeError, phoneNumber, readError, readStatus, sent, templates, webhook } from "./answers.ts";

/** The shop's account. */
export interface WhatsAppAccess {
  /** Such as `https://graph.facebook.com/v25.0`, without a trailing slash. */
  apiBase: string;
  /** Meta's ids of the sending number, and of the WhatsApp Business account. */
  phoneNumberId: string;
  accountId: string;
  accessToken: string;
  /** Signs webhooks. */
  appSecret: string;
  /** The approved template of the category Authentication, with a button that copies the code. */
  template: string;
  /** Its language, such as `en` or `en_US`. */
  language: string;
  answerWithinMs?: number;
}

interface Answer {
  status: number;
  text: string;
}

export function createWhatsApp(access: WhatsAppAccess): Messenger {
  const { apiBase, phoneNumberId, accountId, accessToken, appSecret, template, language } = access;

  /** Null without an answer. */
  async function ask(path: string, body?: unknown): Promise<Answer | null> {
    try {
      const response = await fetch(`${apiBase}/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(access.answerWithinMs ?? 8_000),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return null;
    }
  }

  /** Asks for what is to be tried; a text is the problem. */
  async function look<T>(shape: z.ZodType<T>, path: string): Promise<T | string> {
    const answer = await ask(path);
    if (!answer) return "Meta did not answer. Try again in a minute.";
    const error = readError(answer.text);
    if (error) return `Meta refuses: ${describeError(error)}`;
    return shape.safeParse(parseJson(answer.text)).data ?? "Meta answered in a form that the shop does not understand.";
  }

  return {
    id: "whatsapp",
    async send(message) {
      const answer = await ask(`${phoneNumberId}/messages`, writeMessage(message, template, language));
      return answer ? readAnswer(answer) : { state: "unknown", trouble: "Meta did not answer." };
    },
    readReports(body, headers) {
      return isSigned(body, headers, appSecret) ? listReports(body, phoneNumberId) : null;
    },
    async findTrouble() {
      const number = await look(phoneNumber, `${phoneNumberId}?fields=id,display_phone_number`);
      if (typeof number === "string") return number;
      const query = new URLSearchParams({ name: template, fields: "name,language,status,category" });
      const found = await look(templates, `${accountId}/message_templates?${query}`);
      if (typeof found === "string") return found;
      // The name is a search, which also finds longer names.
      const named = found.data.filter(({ name }) => name === template);
      if (named.length === 0) return `The account has no template “${template}”.`;
      const own = named.find((one) => one.language === language);
      if (!own)
        return `The template “${template}” has no language “${language}”. It has: ${named.map((one) => one.language).join(", ")}.`;
      if (own.category.toUpperCase() !== "AUTHENTICATION")
        return `The template “${template}” has the category ${own.category}. Make one of the category Authentication.`;
      return own.status.toUpperCase() === "APPROVED" ? null : `Meta has not approved the template: ${own.status}.`;
    },
  };
}

/** The code is in the text and in the button that copies it. */
function writeMessage({ values, to, reference }: TemplateMessage, name: string, language: string) {
  const parameters = values.map((text) => ({ type: "text", text }));
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: to.replace(/^\+/, ""),
    type: "template",
    template: {
      name,
      language: { code: language },
      components: [
        { type: "body", parameters },
        { type: "button", sub_type: "url", index: "0", parameters },
      ],
    },
    biz_opaque_callback_data: reference,
  };
}

function readAnswer({ status, text }: Answer): SendResult {
  const error = readError(text);
  if (error) {
    const [cause, trouble] = [causeOf(error, status), describeError(error)];
    return cause ? { state: "refused", cause, trouble } : { state: "unknown", trouble };
  }
  const [message] = status < 300 ? (sent.safeParse(parseJson(text)).data?.messages ?? []) : [];
  if (message) return { state: "accepted", messageId: message.id };
  if (status === 429) return { state: "refused", cause: "busy", trouble: "Meta asks for a pause." };
  return { state: "unknown", trouble: `Meta gave no usable answer (status ${status}).` };
}

function isSigned(body: Buffer, headers: Headers, appSecret: string): boolean {
  const own = Buffer.from(`sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`);
  const given = Buffer.from(headers.get("x-hub-signature-256") ?? "");
  return own.length === given.length && timingSafeEqual(own, given);
}

/** The reports about messages of this number. */
function listReports(body: Buffer, phoneNumberId: string): MessageReport[] {
  const read = webhook.safeParse(parseJson(body.toString("utf8"))).data;
  const values = read?.entry.flatMap(({ changes }) => changes.map(({ value }) => value)) ?? [];
  return values
    .filter(({ metadata }) => metadata?.phone_number_id === phoneNumberId)
    .flatMap(({ statuses }) => statuses ?? [])
    .flatMap((given): MessageReport[] => {
      const status = readStatus(given);
      if (!status) return [];
      const about = { reference: status.biz_opaque_callback_data ?? null, messageId: status.id };
      if (status.status === "sent") return [{ ...about, state: "accepted" }];
      if (status.status === "delivered" || status.status === "read") return [{ ...about, state: "delivered" }];
      if (status.status !== "failed") return [];
      const error = status.errors?.[0] ?? { code: 0 };
      return [{ ...about, state: "failed", cause: causeOf(error, 200) ?? "busy", trouble: describeError(error) }];
    });
}
