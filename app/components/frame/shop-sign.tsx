import { BrandMark } from "#ui/brand-mark.tsx";
import { useShop } from "./use-shop.ts";

/** The mark of the shop: its logo, or the mark as delivered. */
export function ShopMark({ className, alt = "" }: { className: string; alt?: string }) {
  const logo = useShop()?.look?.logo;
  if (!logo) return <BrandMark className={className} />;
  const { path, width, height, ink } = logo;
  const classes = ["logo", ink && `logo-${ink}`, width > 2 * height && "logo-wide"].filter(Boolean).join(" ");
  return <img src={path} width={width} height={height} alt={alt} className={classes} />;
}

interface ShopSignProps {
  shopName: string;
  className: string;
  nameClass?: string;
  lang?: string | undefined;
}

/** The shop's mark and name, or its logo alone if that contains the name. */
export function ShopSign({ shopName, className, nameClass = "", lang }: ShopSignProps) {
  if (useShop()?.look?.logo?.isAlone) return <ShopMark className={className} alt={shopName} />;
  const length = shopName.length > 12 ? "shop-name-long" : "";
  return (
    <>
      <ShopMark className={className} />
      <span
        lang={lang}
        className={`shop-name ${length} font-display text-h3 leading-none font-[560] tracking-tight ${nameClass}`}
      >
        {shopName}
      </span>
    </>
  );
}
