import { Button } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

/** A postcard to the shop: your address goes where an address goes. */
export function Newsletter() {
  return (
    <section aria-labelledby="newsletter-title" className="page pt-16 lg:pt-32">
      <div className="postcard">
        <div className="postcard-words">
          <h2 id="newsletter-title" className="text-h1">
            Letters from the shop
          </h2>
          <p className="max-w-[27rem] text-lead">
            Our newsletter: books that came in, lists we made, and now and then a story from the counter.
          </p>
        </div>
        <div className="postcard-address">
          <div className="franking" aria-hidden="true">
            <span className="postmark" />
            <Endpaper pattern="jaal" inks="rose" className="stamp" />
          </div>
          <form method="post" action="/newsletter" className="mt-auto">
            <label htmlFor="newsletter-email" className="font-semibold">
              E-mail
            </label>
            <input
              id="newsletter-email"
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              className="address-line"
            />
            <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
              <Button>Subscribe</Button>
              <p className="min-w-48 flex-1 text-small text-quiet">
                We write once to ask whether it was you. One click unsubscribes.
              </p>
            </div>
          </form>
        </div>
      </div>
    </section>
  );
}
