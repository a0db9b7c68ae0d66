import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
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
          <Stamp />
          <form method="post" action="/newsletter" className="mt-auto">
            <TextField label="E-mail" name="email" type="email" autoComplete="email" required maxLength={254} />
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

/** Stuck on and postmarked. */
function Stamp() {
  return (
    <div className="franking" aria-hidden="true">
      <svg viewBox="0 0 180 90" fill="none" strokeWidth="2" className="stroke-quiet">
        <path d="M2 22q14-9 28 0t28 0 28 0 28 0M2 38q14-9 28 0t28 0 28 0 28 0M2 54q14-9 28 0t28 0 28 0 28 0M2 70q14-9 28 0t28 0 28 0 28 0" />
        <circle cx="136" cy="45" r="40" />
        <circle cx="136" cy="45" r="27" />
      </svg>
      <div className="stamp">
        <Endpaper pattern="jaal" inks="rose" className="h-full" />
      </div>
    </div>
  );
}
