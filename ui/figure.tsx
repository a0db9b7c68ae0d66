interface FigureProps {
  className?: string;
  /** One text: React can change it in a translated page only where nothing stands next to it. */
  children: string | number;
}

/** A number, code, ISBN or order number, alone in its element, which a translating browser leaves as it is. */
export function Figure({ className = "figures", children }: FigureProps) {
  return (
    <span translate="no" className={className}>
      {children}
    </span>
  );
}
