import { NewsletterForm } from "#app/components/forms/newsletter-form.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

/** Newsletter form, styled as a postcard. */
export function Newsletter() {
  return (
    <section aria-labelledby="newsletter-title" className="far-below page pt-8 sm:pt-16 lg:pt-32">
      <div className="postcard">
        <div className="postcard-text">
          <h2 id="newsletter-title" className="max-sm:text-h2 sm:text-h1">
            Letters from the shop
          </h2>
          <p className="max-w-[27rem] sm:text-lead">
            Our newsletter: books that came in, lists we made, and now and then a story from the counter.
          </p>
        </div>
        <div className="postcard-address">
          <div className="franking" aria-hidden="true">
            <span className="postmark" />
            <Endpaper pattern="jaal" inks="rose" className="stamp" />
          </div>
          <div className="mt-auto">
            <NewsletterForm />
            <p className="mt-3 text-small text-quiet">
              We send one e-mail to make sure that it was really you. You unsubscribe with one click.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
