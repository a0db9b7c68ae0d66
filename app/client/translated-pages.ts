/**
 * Lets React work in a page that the browser translates. Chrome puts `<font>` elements in the place of text nodes, and may move
 * elements within a sentence. React keeps the nodes that were taken out: it would write a new sum where nobody sees it, and
 * `removeChild` or `insertBefore` would throw `NotFoundError`, which replaces the page by an error page
 * (https://github.com/facebook/react/issues/11538). So before React touches a text that was taken out, this puts it back, with
 * the texts around it, as they form one sentence. The browser then translates them anew.
 */
export function surviveTranslation(): void {
  isTranslated = hasTranslation();
  const translations = new WeakMap<Node, Element>();
  const originals = new WeakMap<Node, Node[]>();

  const observer = new MutationObserver((records) => records.forEach(note));
  observer.observe(document, { childList: true, subtree: true });

  function note({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      // It came in one step with the removal, or before it; texts that follow each other may share one.
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      if (!font || translations.get(text) === font) continue;
      isTranslated = true;
      translations.set(text, font as Element);
      originals.set(font, [...(originals.get(font) ?? []), text]);
    }
  }

  function putBack(node: Node) {
    observer.takeRecords().forEach(note);
    const parent = translations.get(node)?.parentNode;
    for (const sibling of parent ? [...parent.childNodes] : []) {
      const texts = originals.get(sibling);
      if (texts) (sibling as ChildNode).replaceWith(...texts);
      originals.delete(sibling);
    }
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    putBack(child);
    // Its parent is another one where it was moved within a sentence, and none where it is gone already.
    if (child.parentNode) removeChild.call(child.parentNode, child);
    // A text that React takes out was not translated.
    observer.takeRecords();
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    if (before && before.parentNode !== this) putBack(before);
    return insertBefore.call(this, child, before?.parentNode === this ? before : null) as Child;
  };

  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")!;
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Text, text: string) {
      putBack(this);
      nodeValue.set!.call(this, text);
    },
  });
}

/**
 * For `hydrateRoot`: what was translated before React took it over is not as the server sent it, so React draws that part anew,
 * and nothing is wrong.
 */
export function reportUnlessTranslated(error: unknown): void {
  if (!isTranslated && !hasTranslation()) reportError(error);
}

let isTranslated = false;

/** Our own pages have no `<font>`. */
function hasTranslation(): boolean {
  return document.querySelector("font") !== null;
}
