import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { ButtonLink, type ButtonSize } from "#ui/button.tsx";
import { CheckIcon } from "#ui/icons.tsx";

/** Link to the cart that takes the place of a buy button; `name` is what was put in the cart. */
export function InYourCart({ name, size }: { name: string; size?: ButtonSize }) {
  return (
    <ButtonLink
      to={href("/cart")}
      reloadDocument
      variant="quiet"
      size={size}
      className="w-full border-control! bg-chip! px-2! whitespace-nowrap no-underline!"
    >
      <CheckIcon className="size-5" />
      <span>In your cart</span>
      <span className="sr-only" lang={detectLanguage(name)}>
        : {name}
      </span>
    </ButtonLink>
  );
}
