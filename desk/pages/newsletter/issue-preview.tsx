import { detectLanguage } from "#app/display/detect-language.ts";
import type { NewsletterIssue } from "#shop/people/correspondence/newsletter-issue.ts";

/** Preview of an issue's text. To see the design in a mail program, the author sends a test letter. */
export function IssuePreview({ issue, shopName }: { issue: NewsletterIssue; shopName: string }) {
  const { subject, parts } = issue;
  const button = parts.find((part) => typeof part !== "string");
  return (
    <section aria-label="The letter" className="desk-card p-5">
      <p className="text-small text-quiet">{shopName}</p>
      <h2 className="mt-2 text-title break-words" lang={detectLanguage(subject)}>
        {subject}
      </h2>
      <div className="mt-3 grid gap-3">
        {parts.map((part) =>
          typeof part === "string" ? (
            <p key={part} className="break-words" lang={detectLanguage(part)}>
              {part}
            </p>
          ) : (
            <p key={part.path + part.label} className="break-words">
              <b>{part.label}</b>{" "}
              <span className="text-small text-quiet">
                {part === button ? `the button, to ${part.path}` : part.path}
              </span>
            </p>
          ),
        )}
      </div>
      <p className="mt-4 text-small text-quiet">
        The letter ends with the shop&rsquo;s address and a link to unsubscribe.
      </p>
    </section>
  );
}
