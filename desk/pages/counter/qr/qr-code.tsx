import { encode } from "uqr";

/** A QR code, dark on white in every colour scheme, with the margin that readers of codes need. */
export default function QrCode({ text, label, isLarge = false }: { text: string; label: string; isLarge?: boolean }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={`block max-w-full ${isLarge ? "w-full sm:max-w-sm" : "w-56"}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
