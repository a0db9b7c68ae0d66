/** Reads the description and the link to the cover image from an ONIX product. */
import { all, child, textOf, withCode, type OnixElement } from "./element.ts";

/**
 * Whether a text or image is meant for readers: audience 00 (unrestricted) or 03 (end customers) of code list 154, or
 * none given. Other audiences are the book trade.
 */
function isForReaders(element: OnixElement): boolean {
  const audiences = all(element, "ContentAudience").map(({ text }) => text.trim());
  return audiences.length === 0 || audiences.includes("00") || audiences.includes("03");
}

/** Code lists 153 and 33: the description, or else a short description. Plain text or HTML. */
export function readDescription(product: OnixElement): string | undefined {
  const texts = all(child(product, "CollateralDetail"), "TextContent").filter(
    (content) => isForReaders(content) && textOf(content, "Text"),
  );
  const older = all(product, "OtherText").filter((content) => textOf(content, "Text"));
  return (
    textOf(withCode(texts, "TextType", ["03", "02", "01"]), "Text") ??
    textOf(withCode(older, "TextTypeCode", ["01", "03", "02"]), "Text") ??
    textOf(product, "MainDescription", "Annotation")
  );
}

/** Code lists 158 and 159: the largest image of the front cover; list 38 in version 2.1. */
export function readCoverLink(product: OnixElement): string | undefined {
  const covers = all(child(product, "CollateralDetail"), "SupportingResource").filter(
    (resource) =>
      isForReaders(resource) &&
      textOf(resource, "ResourceContentType") === "01" &&
      (textOf(resource, "ResourceMode") ?? "03") === "03",
  );
  // Code list 161: 03 is content to embed in a page, not a file.
  const versions = covers
    .flatMap((cover) => all(cover, "ResourceVersion"))
    .filter((version) => textOf(version, "ResourceForm") !== "03" && textOf(version, "ResourceLink"));
  const [largest] = versions.sort((one, another) => heightInPixels(another) - heightInPixels(one));
  if (largest) return textOf(largest, "ResourceLink");
  const files = all(product, "MediaFile").filter((file) => (textOf(file, "MediaFileLinkTypeCode") ?? "01") === "01");
  return textOf(withCode(files, "MediaFileTypeCode", ["06", "04"]), "MediaFileLink");
}

/** The height in pixels (feature 02 of code list 162), or 0 if it is not given. */
function heightInPixels(version: OnixElement): number {
  const features = all(version, "ResourceVersionFeature");
  return Number(textOf(withCode(features, "ResourceVersionFeatureType", ["02"]), "FeatureValue")) || 0;
}
