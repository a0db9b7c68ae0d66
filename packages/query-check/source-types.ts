import { SymbolFlags, type Checker, type Symbol, type Type } from "typescript/unstable/sync";
import {
  isCallExpression,
  isShorthandPropertyAssignment,
  type CallExpression,
  type Node,
} from "typescript/unstable/ast";

/** Queries of the type checker. The results are cached, because each query is a round trip to another process. */
export class SourceTypes {
  private readonly checker: Checker;
  private readonly types = new Map<Node, Type>();
  private readonly declarations = new Map<Node, Node | null>();
  private readonly calls = new Map<Node, CallExpression[]>();

  constructor(checker: Checker) {
    this.checker = checker;
  }

  typeAt(node: Node): Type {
    return remember(this.types, node, () => this.checker.getTypeAtLocation(node)!);
  }

  /** Finds the declaration of a name. For `{ name }` in an object literal, this is the declaration of the variable. */
  declarationOf(name: Node): Node | null {
    return remember(this.declarations, name, () => {
      const symbol = isShorthandPropertyAssignment(name)
        ? this.checker.getShorthandAssignmentValueSymbol(name)
        : this.checker.getSymbolAtLocation(name);
      return symbol ? (this.target(symbol).valueDeclaration?.resolve() ?? null) : null;
    });
  }

  /** Finds all calls of a function, in all files. */
  callsOf(declaration: Node): CallExpression[] {
    return remember(this.calls, declaration, () =>
      this.checker.getSignatureUsage(declaration).flatMap(({ call }) => {
        const node = call?.resolve();
        return node && isCallExpression(node) ? [node] : [];
      }),
    );
  }

  private target(symbol: Symbol): Symbol {
    return symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

function remember<V>(answers: Map<Node, V>, node: Node, ask: () => V): V {
  const known = answers.get(node);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(node, answer);
  return answer;
}
