/** HTTP client for the APIs of carriers: every failure is a CarrierError in words for the bookseller. */
import type { z } from "zod";

import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import { CarrierError, isCarrierError } from "./carrier.ts";

interface CarrierAccess {
  name: string;
  /** Such as `https://track.delhivery.com`, without a trailing slash. */
  apiBase: string;
  headers: () => Promise<Record<string, string>>;
  /** The reason in a failed answer; null without one. */
  readReason: (answer: unknown) => string | null;
  /** The statuses that mean that the carrier was asked too often. */
  busyStatuses: number[];
  /** Called when the carrier rejects the login; returns whether to ask once more. */
  renew?: () => boolean;
  answerWithinMs?: number | undefined;
}

interface Question {
  /** A JSON body, or a form. Absent for GET. */
  body?: unknown;
  form?: URLSearchParams;
  /** A status below 500 whose answer has the shape as well. */
  alsoReads?: number;
}

/** Sends a request; the answer has the shape, whatever its status says. */
export type AskCarrier = <T>(shape: z.ZodType<T>, path: string, question?: Question) => Promise<T>;

const maxWords = 300;

/** Removes line breaks and the end of a long message of a carrier. */
export function shorten(words: string): string {
  return words.replaceAll(/\s+/g, " ").trim().slice(0, maxWords);
}

/** The day of a carrier's moment, such as `Tue 1 Dec` of `2026-12-01 11:00:00`; other moments in its words. */
export function nameMoment(moment: string): string {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(moment) ?? [];
  return day && !Number.isNaN(Date.parse(day)) ? nameDay(day) : shorten(moment);
}

/**
 * Creates the function that sends requests to one carrier. It throws a `CarrierError` if the carrier refuses, is busy or
 * gives no usable answer.
 */
export function createCarrierApi(access: CarrierAccess): AskCarrier {
  const { name, apiBase, headers, readReason, renew, busyStatuses, answerWithinMs = 10_000 } = access;

  async function send(path: string, { body, form }: Question) {
    const isPost = body !== undefined || form !== undefined;
    try {
      const response = await fetch(apiBase + path, {
        method: isPost ? "POST" : "GET",
        headers: {
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(await headers()),
        },
        ...(isPost && { body: form ?? JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(answerWithinMs),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (isCarrierError(error)) throw error;
      throw new CarrierError("unanswered", `${name} did not answer.`);
    }
  }

  async function ask<T>(shape: z.ZodType<T>, path: string, question: Question = {}, isAgain = false): Promise<T> {
    const { status, text } = await send(path, question);
    if (status === 401 && !isAgain && renew?.()) return ask(shape, path, question, true);
    if (status === 204) return shape.parse({});
    const answer = parseJson(text);
    const reason = readReason(answer);
    if (status === 401) throw new CarrierError("refused", `${name} rejects the login${reason ? `: ${reason}` : "."}`);
    if (busyStatuses.includes(status))
      throw new CarrierError("busy", `${name} asks for a pause because it was asked too often. Try again in a minute.`);
    if (status >= 300 && status < 500 && status !== 408 && status !== question.alsoReads)
      throw new CarrierError("refused", `${name}: ${reason ?? `the request was refused (status ${status}).`}`);
    if (status >= 500 || status === 408)
      throw new CarrierError("unanswered", `${name} has a fault of its own (status ${status}).`);
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    if (reason !== null) throw new CarrierError("refused", `${name}: ${reason}`);
    throw new CarrierError("unanswered", `${name} answered in a form that the shop does not understand.`);
  }

  return ask;
}
