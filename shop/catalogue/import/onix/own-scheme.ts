import { all, textOf, type OnixElement } from "./element.ts";

/** The name of the shop's proprietary schemes of ids and categories in ONIX exports. */
export const ownScheme = "Endpaper";

/** The shop's own id of a product; undefined if the message is not an export of the shop. List 5: 01, proprietary. */
export function readShopId(product: OnixElement): string | undefined {
  const own = all(product, "ProductIdentifier").find(
    (identifier) => textOf(identifier, "ProductIDType") === "01" && textOf(identifier, "IDTypeName") === ownScheme,
  );
  return textOf(own, "IDValue");
}
