import pg from "pg";

/** More statements than the shop has; should one be written anew for every use, it must not fill the server's memory. */
const maxNamesOfConnection = 500;
/** The same for the memory of this process. */
const maxNames = 10_000;
const names = new Map<string, string>();

/**
 * A connection that costs little. Each statement has a name, so that PostgreSQL reads and plans it once, which is most
 * of a short one's work. Statements of a transaction that are asked for together leave in one write and are done one
 * after another: in `inOrder([lockCart(tx), readLine(tx)])` the second sees all that was committed before the lock
 * was got. That is so for functions that ask at once; one that awaits something else first asks later than its place.
 */
export class PreparedStatementClient extends pg.Client {
  readonly #named = new Set<string>();

  override query(...given: any[]): any {
    const [statement, values] = given;
    if (typeof statement?.text === "string" && values?.length > 0) statement.name ??= this.nameOf(statement.text);
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

/** The same for a pooler that keeps no names: whoever comes to a connection of the server would find those of others. */
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
