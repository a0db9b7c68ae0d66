import { languageOf } from "#app/display/language-of.ts";
import type { NewsletterIssue } from "#shop/correspondence/newsletter-issue.ts";

/** How an issue reads; how it looks in a mail program, the letter to oneself shows. */
export function IssuePreview({ issue, shopName }: { issue: NewsletterIssue; shopName: string }) {
  const { subject, paragraphs, links } = issue;
  return (
    <section aria-label="The letter" className="desk-card p-5">
      <p className="text-small text-quiet">{shopName}</p>
      <h2 className="mt-2 text-title break-words" lang={languageOf(subject)}>
        {subject}
      </h2>
      <div className="mt-3 grid gap-3">
        <p>Hello,</p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="break-words" lang={languageOf(paragraph)}>
            {paragraph}
          </p>
        ))}
      </div>
      {links.length > 0 && (
        <ul className="mt-4 grid gap-1">
          {links.map(({ label, path }, place) => (
            <li key={path + label} className="break-words">
              <b>{label}</b>{" "}
              <span className="text-small text-quiet">{place === 0 ? `the button, to ${path}` : path}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-small text-quiet">Below it stand the shop&rsquo;s address and the way to unsubscribe.</p>
    </section>
  );
}
