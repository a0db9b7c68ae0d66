/** Logo: an open cover with the printed endpaper on the left and the blank leaf on the right. */
export function BrandMark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d="M3 5h13v22H3z" fill="currentColor" />
      <path
        d="M16 5c3-1.8 8-2 12.2-.2v22C24 25 19 25.2 16 27z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path
        className="fill-paper"
        d="m9.5 7.5 1.6 2.6-1.6 2.6-1.6-2.6zm0 5.9 1.6 2.6-1.6 2.6L7.9 16zm0 5.9 1.6 2.6-1.6 2.6-1.6-2.6zM5.6 11l1 1.7-1 1.7-1-1.7zm0 6.6 1 1.7-1 1.7-1-1.7zm7.8-6.6 1 1.7-1 1.7-1-1.7zm0 6.6 1 1.7-1 1.7-1-1.7z"
      />
    </svg>
  );
}
