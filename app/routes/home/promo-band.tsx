import { MoreLink } from "#app/components/section-heading.tsx";

/** The paper band around the pile by the till. */
export function PromoBand() {
  return (
    <section aria-labelledby="promo-title" className="bg-marigold-wash text-on-wash">
      <div className="page flex flex-wrap items-center gap-x-10 gap-y-1 py-5 lg:py-6">
        <h2 id="promo-title" className="text-h3">
          Summer Reading Sale
        </h2>
        <p>
          20% off bestsellers with code <strong className="ticket">SUMMER20</strong>
        </p>
        <MoreLink label="Choose from the best sellers" to="/best-sellers" className="lg:ml-auto" />
      </div>
    </section>
  );
}
