import { NewsletterForm } from "#app/components/forms/newsletter-form.tsx";
import { useShop } from "#app/components/frame/use-shop.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { ShopMark } from "#app/components/frame/shop-sign.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

/** What readers see before the shop is open: an announcement, and the newsletter. */
export default function OpeningSoon() {
  const shop = useShop();
  const name = shop?.shopName ?? "";
  const words = shop?.openingWords ?? "The shelves are up, and the first books are on their way.";
  return (
    <section aria-labelledby="hero-title" className="hero -mb-14 sm:-mb-16 lg:min-h-[max(38rem,100dvh-12.75rem)]!">
      <div className="hero-text">
        <h1 id="hero-title" className="text-hero tracking-[-0.03em]">
          Opening soon
        </h1>
        <p
          lang={detectLanguage(words)}
          className="mt-5 max-w-[30rem] text-lead whitespace-pre-line text-quiet wrap-anywhere lg:mt-7"
        >
          {words}
        </p>
        <h2 className="mt-8 text-title lg:mt-10">Letters from the shop</h2>
        <p className="mt-1 mb-4 max-w-[27rem]">Our newsletter says when the doors open, and what is on the shelves.</p>
        <div className="max-w-[30rem]">
          <NewsletterForm />
        </div>
        <p className="mt-3 text-small text-quiet">
          We’ll send one e-mail to confirm. Unsubscribe any time with one click.
        </p>
      </div>
      <Endpaper pattern="jaal" inks="neel" className="hero-endpaper grid px-4 py-14 sm:py-20">
        <div className="label max-w-[22rem] self-center justify-self-center px-10 py-9 text-center">
          <ShopMark className="mx-auto size-10 text-action" />
          <p lang={detectLanguage(name)} className="mt-4 font-display text-h2 text-balance wrap-anywhere">
            {name}
          </p>
        </div>
      </Endpaper>
    </section>
  );
}
