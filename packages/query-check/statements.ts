import { join } from "node:path";

import { API, type Checker, type Program, type Type } from "typescript/unstable/sync";
import { isCallExpression, isPropertyAccessExpression, type CallExpression, type Node } from "typescript/unstable/ast";

import { composeStatement, isSqlType } from "./compose-statement.ts";
import { UnreadableFragment } from "./follow-expression.ts";
import { SourceTypes } from "./source-types.ts";

/** A text that a call of `execute` can send, with the declared row type. */
export interface Statement {
  /** File and line of the call, such as `shop/sales/cart/cart.server.ts:36`. */
  place: string;
  call: CallExpression;
  text: string;
  /** The TypeScript types of the parameters. */
  values: Type[];
  /** The type argument of `execute`; undefined if there is none. */
  row: Type | undefined;
}

export interface Sources {
  program: Program;
  checker: Checker;
  /** Whether a file belongs to the project, so that its statements are checked. */
  isOwn: (fileName: string) => boolean;
  statements: Statement[];
  /** Calls whose text cannot be derived from the sources. */
  unreadable: { place: string; why: string }[];
  close: () => void;
}

/** Matches files that are not checked: tests run their own statements, and may create tables. */
const ofTests = /^(node_modules|tests)\/|\.test\.ts$/;

/** Finds every call of `execute` in the project, or in `files`, with all texts that the call can send. Skips tests. */
export function findStatements(root: string, files?: string[]): Sources {
  const api = new API({ cwd: root });
  const config = join(root, "tsconfig.json");
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
  const { program, checker } = project;
  const types = new SourceTypes(checker);
  const isOwn = (name: string) => name.startsWith(`${root}/`) && !ofTests.test(name.slice(root.length + 1));
  const found: Sources = { program, checker, isOwn, statements: [], unreadable: [], close: () => api.close() };
  const own = program.getSourceFileNames().filter(isOwn);
  for (const name of files?.map((file) => join(root, file)) ?? own) {
    const file = program.getSourceFile(name)!;
    if (!file.text.includes("execute")) continue;
    const visit = (node: Node): void => {
      if (isExecute(node, types)) {
        const line = file.text.slice(0, node.arguments[0]!.getStart()).split("\n").length;
        const place = `${name.slice(root.length + 1)}:${line}`;
        readCall(node, { checker, types, place }, found);
      }
      node.forEachChild(visit);
    };
    visit(file);
  }
  return found;
}

interface Reading {
  checker: Checker;
  types: SourceTypes;
  place: string;
}

function readCall(call: CallExpression, { checker, types, place }: Reading, found: Sources) {
  const rowNode = call.typeArguments?.[0];
  const row = rowNode && checker.getTypeFromTypeNode(rowNode);
  try {
    const seen = new Set<string>();
    for (const { text, values } of composeStatement(call.arguments[0]!, types)) {
      if (seen.has(text)) continue;
      seen.add(text);
      found.statements.push({ place, call, text, values, row });
    }
  } catch (error) {
    if (!(error instanceof UnreadableFragment)) throw error;
    found.unreadable.push({ place, why: error.message });
  }
}

function isExecute(node: Node, types: SourceTypes): node is CallExpression {
  if (!isCallExpression(node) || node.arguments.length !== 1) return false;
  if (!isPropertyAccessExpression(node.expression) || node.expression.name.text !== "execute") return false;
  return isSqlType(types.typeAt(node.arguments[0]!));
}
