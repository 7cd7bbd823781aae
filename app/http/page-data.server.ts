import type { TypedResponse } from "@remix-run/node";
import { WholeResponse } from "~/server/whole-response.server";

/** What survives the way into the browser unchanged: what JSON has, and properties that are not there. */
type Plain<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends Date | Map<unknown, unknown> | Set<unknown> | ((...given: never[]) => unknown)
    ? never
    : { [Key in keyof Value]: Plain<Value[Key]> };

class PageData extends WholeResponse {
  #data: unknown;

  constructor(data: unknown, init: ResponseInit) {
    super(() => JSON.stringify(data), init);
    this.#data = data;
  }

  /** The data themselves, not a copy: the page that is rendered of them is the only reader. */
  override async json(): Promise<unknown> {
    return this.#data;
  }
}

/**
 * A loader's answer, like Remix's `json`, without writing the data out and reading them in again before the page is
 * rendered. `data` must be what JSON gives back unchanged, and is not to be changed afterwards.
 */
export function pageData<Data>(data: Data & Plain<Data>, init: ResponseInit = {}): TypedResponse<Data> {
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new PageData(data, { ...init, headers }) as unknown as TypedResponse<Data>;
}
