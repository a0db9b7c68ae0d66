/**
 * Keeps React working on a page that the browser translates. Chrome replaces text nodes by `<font>` elements, and may
 * move elements within a sentence. React keeps the removed nodes: it would write a new price into a node that is no
 * longer on the page, and `removeChild` or `insertBefore` would throw `NotFoundError`, which replaces the page by an
 * error page (https://github.com/facebook/react/issues/11538). So before React touches a removed text node, this code
 * puts the node back, together with its neighbours, which form one sentence with it. The browser then translates them
 * again.
 */
export function surviveTranslation(): void {
  isTranslated = hasTranslation();
  const translations = new WeakMap<Node, Node>();
  const originals = new WeakMap<Node, Node[]>();

  const observer = new MutationObserver((records) => records.forEach(note));
  observer.observe(document, { childList: true, subtree: true });

  function note({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      // Chrome adds the `<font>` in the same mutation or an earlier one; adjacent text nodes may share one `<font>`.
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      if (!font || translations.get(text) === font) continue;
      isTranslated = true;
      translations.set(text, font);
      originals.set(font, [...(originals.get(font) ?? []), text]);
    }
  }

  function putBack(node: Node) {
    observer.takeRecords().forEach(note);
    const parent = translations.get(node)?.parentNode;
    for (const sibling of parent ? [...parent.childNodes] : []) {
      const texts = originals.get(sibling);
      if (texts) sibling.replaceWith(...texts);
      originals.delete(sibling);
    }
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    putBack(child);
    // The parent is another element if the node was moved within a sentence, and null if the node is gone.
    if (child.parentNode) removeChild.call(child.parentNode, child);
    // Discards the records of React's own removals, which are not translations.
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
 * Error callback of `hydrateRoot`. A page that was translated before hydration differs from the server's HTML, and
 * React renders that part again: no error to report.
 */
export function reportUnlessTranslated(error: unknown): void {
  if (!isTranslated && !hasTranslation()) reportError(error);
}

let isTranslated = false;

/** The shop's own pages contain no `<font>`. */
function hasTranslation(): boolean {
  return document.querySelector("font") !== null;
}
