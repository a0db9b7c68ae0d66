import { readLogoName } from "#shop/kernel/look/logo.ts";
import { BrandMark } from "#ui/brand-mark.tsx";

interface ShopMarkProps {
  shopName: string;
  /** The name of the shop's icon or logo; null for the mark as delivered. */
  picture: string | null;
  /** Whether the picture contains the shop's name. */
  isNameInPicture: boolean;
}

/** The shop's mark and name at the top of the desk. */
export function ShopMark({ shopName, picture, isNameInPicture }: ShopMarkProps) {
  const logo = picture === null ? null : readLogoName(picture);
  return (
    <>
      {logo ? (
        <img
          src={logo.path}
          width={logo.width}
          height={logo.height}
          alt={isNameInPicture ? shopName : ""}
          className={`desk-logo ${logo.ink ? `desk-logo-${logo.ink}` : ""}`}
        />
      ) : (
        <BrandMark className="size-6 text-action" />
      )}
      {!(logo && isNameInPicture) && (
        <span className="min-w-0 truncate" title={shopName}>
          {shopName || "The desk"}
        </span>
      )}
    </>
  );
}
