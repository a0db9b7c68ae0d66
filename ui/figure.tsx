interface FigureProps {
  className?: string;
  /** A single text: on a translated page React can update it only if it is the only child. */
  children: string | number;
}

/** Number, code, ISBN or order number in an element of its own, which browsers do not translate. */
export function Figure({ className = "figures", children }: FigureProps) {
  return (
    <span translate="no" className={className}>
      {children}
    </span>
  );
}
