import pg from "pg";

/**
 * Maximum number of prepared statements per connection. The shop has fewer; the limit is for statement texts that are
 * generated.
 */
const maxNamesOfConnection = 500;
/** Maximum statement names in this process. */
const maxNames = 10_000;
const names = new Map<string, string>();
const query = /^\s*select\b/i;

/**
 * A `pg` client that names every query, and every other statement with parameters. So PostgreSQL parses and plans each
 * statement once, which is most of the cost of a short query. Statements of one transaction that are sent together
 * leave in one write and run in order: in `inOrder([lockCart(tx), readLine(tx)])` the second statement sees everything
 * that was committed before the lock was granted. This is true only for functions that send their statement at once; a
 * function that awaits something first sends it later.
 */
export class PreparedStatementClient extends pg.Client {
  readonly #named = new Set<string>();

  override query(...given: any[]): any {
    const [statement, values] = given;
    if (typeof statement?.text === "string" && (values?.length > 0 || query.test(statement.text)))
      statement.name ??= this.nameOf(statement.text);
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    return super.query(...(given as [string]));
  }

  protected nameOf(text: string): string | undefined {
    const name = nameOf(text);
    if (name === undefined || this.#named.has(name)) return name;
    if (this.#named.size >= maxNamesOfConnection) return undefined;
    this.#named.add(name);
    return name;
  }
}

/**
 * The client for a pooler that does not support named statements: a connection to the server may have statements of
 * other clients.
 */
export class UnnamedStatementClient extends PreparedStatementClient {
  protected override nameOf(): undefined {}
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= maxNames) return known;
  const name = `shop-${names.size}`;
  names.set(text, name);
  return name;
}
