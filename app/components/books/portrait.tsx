import type { Author } from "#shop/catalogue/books/book.ts";

interface PortraitProps {
  author: Pick<Author, "portraitKey">;
  sizes: string;
  className?: string;
}

/** Square portrait of an author; `alt` is empty because the name is always next to it. */
export function Portrait({ author, sizes, className = "" }: PortraitProps) {
  return (
    <img
      src={`/portraits/${author.portraitKey}-320.webp`}
      srcSet={[160, 320, 480].map((width) => `/portraits/${author.portraitKey}-${width}.webp ${width}w`).join(", ")}
      sizes={sizes}
      width="320"
      height="320"
      alt=""
      loading="lazy"
      decoding="async"
      className={`aspect-square h-auto bg-sunk object-cover ${className}`}
    />
  );
}
