import { deskHref } from "#desk/desk-routes.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";

/** Number of a bill or credit note, as a link to its PDF. */
export function PaperLink({ number }: { number: string }) {
  return (
    <a
      className="link inline-flex min-h-11 items-center"
      href={deskHref("/documents/:document", { document: numberInAddress(number) })}
    >
      {number}
      <span className="sr-only"> as a PDF</span>
    </a>
  );
}
