/** The form of a page: its fields, their labels, and how they are read. */
import { z } from "zod";

import type { ContentPage } from "#app/content/content-page.ts";
import { findFixedPage, isFixedPageId, withOriginal, writeFixedPage } from "#app/content/fixed-pages/fixed-pages.ts";
import type { PageFacts } from "#app/content/page-fields.ts";
import { findLineFault, readPageText, writeOwnPage } from "#app/content/write-page.ts";
import { filledFrom } from "#desk/http/lost-update.server.ts";
import { readForm } from "#desk/http/read-form.ts";
import { deskLineField, deskOptionalLine, deskTextField } from "#shop/kernel/forms/line-field.ts";
import { wholeNumberField } from "#shop/kernel/forms/whole-number-field.ts";
import { pageLimits, type PagePlace, type ShopPage } from "#shop/office/pages/page.ts";
import { readPageAddress } from "#shop/office/pages/read-page-address.ts";
import type { ReadAction } from "#shop/people/staff/run-action.server.ts";

/** The address of a page that exists. */
export const pageField = z.string().regex(/^[a-z0-9-]{1,60}$/, "Choose a page.");

/** The page as it was typed; `page` is its address, and empty for a new one. */
export interface TypedPage extends Omit<ShopPage, "id"> {
  page: string;
  was: string;
  /** The typed address of a new page; null if it is left to the title. */
  address: string | null;
}

const places: [PagePlace, ...PagePlace[]] = ["none", "menu", "help", "shop"];

/** Line breaks of a field that is shown in one line. */
const inOneLine = (typed: unknown) => (typeof typed === "string" ? typed.replaceAll(/\s*\n\s*/g, " ") : typed);

const form = z.object({
  page: pageField.or(z.literal("")),
  was: filledFrom,
  title: deskLineField("the title", pageLimits.title),
  address: deskOptionalLine("the address", 200).optional(),
  lead: z.preprocess(inOneLine, deskOptionalLine("the first words", pageLimits.lead)),
  text: deskTextField(pageLimits.text, "Write the text.").transform((typed) => typed.replaceAll(/\r\n?/g, "\n")),
  place: z.enum(places, "Choose where the page is linked."),
  position: wholeNumberField(0, 9_999),
  shown: z.enum(["yes", "no"], "Choose whether readers see it."),
});

/** Reads the form of a page, with the errors of all its fields. */
export function readPageForm(sent: FormData): ReadAction<TypedPage> {
  const fixed = findFixedPage(textIn(sent, "page"));
  const given = fixed ? withoutChoices(sent, fixed.title) : sent;
  const read = readForm(given, form);
  const errors: Record<string, string> = read.ok ? {} : { ...read.errors };
  const typed = (name: string) => (name in errors ? "" : textIn(given, name).trim());
  const leadFault = findLineFault(typed("lead"));
  if (leadFault !== undefined) errors.lead = leadFault;
  const { faults } = readPageText(fixed ? withOriginal(typed("text"), fixed.text) : typed("text"));
  if (faults.length > 0) errors.text = faults.slice(0, 5).join(" ");
  if (textIn(given, "place") === "menu" && typed("title").length > pageLimits.menuTitle)
    errors.title = `In the menu there is room for ${pageLimits.menuTitle} characters.`;
  const address = typed("page") === "" && typed("address") !== "" ? readPageAddress(typed("address")) : null;
  if (address && "fault" in address) errors.address = address.fault;
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const { shown, address: _, place, ...page } = read.input;
  const id = address && "id" in address ? address.id : null;
  return { ok: true, input: { ...page, place: fixed ? "fixed" : place, address: id, isShown: shown === "yes" } };
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The form of a built-in page. Only its words can be changed, so its other fields are set here. */
function withoutChoices(sent: FormData, title: string): FormData {
  const form = new FormData();
  for (const name of ["page", "was", "lead", "text"]) form.set(name, textIn(sent, name));
  for (const [name, value] of Object.entries({ title, place: "none", position: "0", shown: "yes" }))
    form.set(name, value);
  return form;
}

/** The words of a page that every shop has, as the shop brings them; null for other pages. */
export function originalOf(id: string): ShopPage | null {
  const fixed = findFixedPage(id);
  if (!fixed) return null;
  const { title, lead, text } = fixed;
  return { id, title, lead, text, place: "fixed", position: 0, isShown: true };
}

/** The values of the form for a stored page. */
export function pageValues({ title, lead, text, place, position, isShown }: ShopPage): Record<string, string> {
  if (place === "fixed") return { lead, text };
  return { title, lead, text, place, position: String(position), shown: isShown ? "yes" : "no" };
}

/** A page as readers will see it if it is saved at this time; null for a page in the shop's own words. */
export function writePage(page: ShopPage, facts: PageFacts, at: Date | null): ContentPage {
  if (!isFixedPageId(page.id)) return writeOwnPage(page, facts);
  return writeFixedPage(page.id, at && { ...page, changedAt: at.toISOString() }, facts);
}
