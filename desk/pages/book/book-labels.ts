import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";

/** The languages that the form offers, by code. A book in another language keeps that language. */
export const languageLabels: Record<string, string> = {
  en: "English",
  hi: "Hindi",
  as: "Assamese",
  bn: "Bengali",
  gu: "Gujarati",
  kn: "Kannada",
  ks: "Kashmiri",
  kok: "Konkani",
  mai: "Maithili",
  ml: "Malayalam",
  mni: "Manipuri",
  mr: "Marathi",
  ne: "Nepali",
  or: "Odia",
  pa: "Punjabi",
  sa: "Sanskrit",
  sat: "Santali",
  sd: "Sindhi",
  ta: "Tamil",
  te: "Telugu",
  ur: "Urdu",
  ar: "Arabic",
  fr: "French",
  de: "German",
  ja: "Japanese",
  fa: "Persian",
  ru: "Russian",
  es: "Spanish",
};

export const roleWords: Record<ContributorRole, string> = {
  author: "Author",
  editor: "Editor",
  translator: "Translator",
  illustrator: "Illustrator",
};

export const taxLabels: Record<string, string> = {
  exempt: "Exempt from GST",
  gst_0: "GST 0%",
  gst_5: "GST 5%",
  gst_18: "GST 18%",
};

/** The hint of the field for the publication date. It repeats the entered date in words, such as `April 2019`. */
export function describePublicationDate(typed = ""): string {
  const how = "Write 2019, 2019‑04 or 2019‑04‑25";
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(typed) ?? [];
  const at = new Date(`${year}-${month ?? "01"}-${day ?? "01"}`);
  if (!year || !month || Number.isNaN(at.getTime())) return how;
  const words = at.toLocaleDateString("en-GB", {
    ...(day && { day: "numeric" }),
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return `${words}. ${how}`;
}
