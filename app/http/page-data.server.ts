import type { TypedResponse } from "@remix-run/node";
import { WholeResponse } from "~/server/whole-response.server";

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

  /** Without a copy: the rendered page is the only reader. */
  override async json(): Promise<unknown> {
    return this.#data;
  }
}

/** As Remix's `json`, but data for a page rendered here is not serialised, so it must not be changed afterwards. */
export function pageData<Data>(data: Data & Plain<Data>, init: ResponseInit = {}): TypedResponse<Data> {
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new PageData(data, { ...init, headers }) as unknown as TypedResponse<Data>;
}
