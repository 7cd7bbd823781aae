import type { TypedResponse } from "@remix-run/node";
import { WholeResponse } from "~/server/whole-response.server";

/** Values that are unchanged by JSON, apart from absent properties. */
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

  /** Returns the data without a copy: the rendered page is the only reader. */
  override async json(): Promise<unknown> {
    return this.#data;
  }
}

/**
 * As Remix's `json`, without serialising and parsing the data for a page that is rendered here. `data` must survive JSON
 * unchanged and must not be changed afterwards.
 */
export function pageData<Data>(data: Data & Plain<Data>, init: ResponseInit = {}): TypedResponse<Data> {
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new PageData(data, { ...init, headers }) as unknown as TypedResponse<Data>;
}
