import { data, redirect, type RouterContextProvider } from "react-router";

import { ticketLink } from "#shop/people/correspondence/letter-links.server.ts";
import { readTexts, type ReadForm } from "#shop/kernel/forms/read-fields.ts";
import type { Services } from "#shop/services.ts";

import { rateLimiterContext, servicesContext } from "./context.ts";

/**
 * Validates a form, saves it as a ticket and redirects to the ticket's page. A rejected form keeps its values: 422 with
 * errors, or 429 when the network exceeds its rate limit.
 */
export async function answerTicketForm<Field extends string, Fields extends Record<Field, unknown>>(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  names: readonly Field[],
  read: (form: FormData) => ReadForm<Fields>,
  save: (services: Services, fields: Fields) => Promise<{ ticket: string }>,
) {
  const services = context.get(servicesContext);
  const form = await request.formData();
  const texts = readTexts(form);
  const values = Object.fromEntries(names.map((name) => [name, texts[name] ?? ""])) as Record<Field, string>;

  // Honeypot field.
  if (texts["website"]) return data({ values, problem: "robot" as const }, { status: 422 });
  const parsed = read(form);
  if (!parsed.ok) return data({ values, problem: "fields" as const, errors: parsed.errors }, { status: 422 });
  if (context.get(rateLimiterContext).consume("emailForm") > 0)
    return data({ values, problem: "too-many" as const }, { status: 429 });
  const { ticket } = await save(services, parsed.fields);
  return redirect(ticketLink(services.settings.publicUrl, services.linkKey, ticket), 303);
}
