import { NewsletterForm } from "#app/components/forms/newsletter-form.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

/** Newsletter form, styled as a postcard. */
export function Newsletter() {
  return (
    <section aria-labelledby="newsletter-title" className="far-below page home-far print:hidden">
      <div className="postcard">
        <div className="postcard-text">
          <h2 id="newsletter-title" className="text-h2">
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
              We’ll send one e-mail to confirm. Unsubscribe any time with one click.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
