import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { readRequest, startMockServer } from "./mock-server.ts";

export type LemonSqueezyFault =
  | "ok"
  | "unauthorized"
  | "server_error"
  | "not_json"
  | "close"
  | "hang"
  | "no_url"
  | "foreign_url";

type Order = { type: string; id: string; attributes: Record<string, unknown> };
type Options = { apiKey?: string; storeId?: string; variants?: string[]; discounts?: string[] };

const JSON_API = "application/vnd.api+json";
const PAGE_SIZE_MAX = 100;

const related = (type: string) => z.strictObject({ data: z.strictObject({ type: z.literal(type), id: z.string() }) });
/** What Lemon Squeezy requires of a checkout, and what our webhooks rely on. */
const checkoutBody = z.strictObject({
  data: z.strictObject({
    type: z.literal("checkouts"),
    attributes: z.strictObject({
      test_mode: z.boolean(),
      expires_at: z.iso.datetime(),
      product_options: z.strictObject({ redirect_url: z.url(), enabled_variants: z.array(z.number().int()) }),
      checkout_data: z.strictObject({
        email: z.email(),
        name: z.string(),
        discount_code: z.string().optional(),
        custom: z.record(z.string().regex(/^[a-z_]+$/), z.string()),
        variant_quantities: z.array(z.strictObject({ variant_id: z.number().int(), quantity: z.literal(1) })),
      }),
    }),
    relationships: z.strictObject({ store: related("stores"), variant: related("variants") }),
  }),
});
export type CheckoutBody = z.output<typeof checkoutBody>;

/** A mock of Lemon Squeezy's API over real HTTP: POST /v1/checkouts, GET /v1/orders and /v1/orders/:id. */
export async function startLemonSqueezy(options: Options = {}) {
  const { apiKey = "key-test", storeId = "12345", variants = ["101", "102", "103", "104"], discounts = [] } = options;
  const checkouts: CheckoutBody[] = [];
  const problems: string[] = [];
  let orders: Order[] = [];

  const server = await startMockServer<LemonSqueezyFault>(async (request, response, nextFault) => {
    const body = await readRequest(request);
    const fault = nextFault();
    if (fault === "close") return response.destroy();
    if (fault === "hang") return;
    if (fault === "not_json") return response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Hello</h1>");
    if (fault === "server_error") return refuse(response, 500, "Internal Server Error");
    const isKnown = request.headers.authorization === `Bearer ${apiKey}`;
    if (!isKnown || fault === "unauthorized") return refuse(response, 401, "Unauthenticated.");
    if (request.headers.accept !== JSON_API) return refuse(response, 406, "Not Acceptable");
    const url = new URL(request.url ?? "", "http://localhost");
    const { method } = request;
    if (method === "POST" && url.pathname === "/v1/checkouts") return createCheckout(request, response, body, fault);
    if (method === "GET" && url.pathname === "/v1/orders") return listOrders(response, url.searchParams);
    const [, id] = /^\/v1\/orders\/(\d+)$/.exec(url.pathname) ?? [];
    const order = orders.find((one) => one.id === id);
    return order ? answer(response, 200, { data: order }) : refuse(response, 404, "Not Found");
  });

  function createCheckout(request: IncomingMessage, response: ServerResponse, body: Buffer, fault: string) {
    if (request.headers["content-type"] !== JSON_API) return refuse(response, 415, "Unsupported Media Type");
    const read = checkoutBody.safeParse(JSON.parse(body.toString()));
    if (!read.success) {
      problems.push(z.prettifyError(read.error));
      return refuse(response, 422, "Unprocessable Entity", "/data");
    }
    const { attributes, relationships } = read.data.data;
    if (relationships.store.data.id !== storeId) return refuse(response, 404, "Not Found");
    if (!variants.includes(relationships.variant.data.id)) return refuse(response, 404, "Not Found");
    const code = attributes.checkout_data.discount_code;
    if (code && !discounts.includes(code)) {
      return refuse(response, 422, "The discount code is invalid.", "/data/attributes/checkout_data/discount_code");
    }
    checkouts.push(read.data);
    const host = fault === "foreign_url" ? "evil.example" : "amberkeep.lemonsqueezy.com";
    const url = fault === "no_url" ? null : `https://${host}/checkout/custom/${checkouts.length}?signature=s`;
    return answer(response, 201, { data: { type: "checkouts", id: String(checkouts.length), attributes: { url } } });
  }

  function listOrders(response: ServerResponse, query: URLSearchParams) {
    const [number, size] = [Number(query.get("page[number]")), Number(query.get("page[size]"))];
    if (query.get("filter[store_id]") !== storeId) problems.push("orders of all stores were listed");
    if (!(number >= 1 && size >= 1 && size <= PAGE_SIZE_MAX)) return refuse(response, 400, "Bad Request");
    return answer(response, 200, { data: orders.slice((number - 1) * size, number * size) });
  }

  return {
    ...server,
    apiKey,
    storeId,
    /** Accepted requests for a checkout. */
    checkouts,
    /** Requests that the real API would not have understood. */
    problems,
    /** The orders of the store, newest first. */
    setOrders(all: Order[]) {
      orders = all;
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { "Content-Type": JSON_API })
    .end(JSON.stringify({ jsonapi: { version: "1.0" }, ...body }));
}

function refuse(response: ServerResponse, status: number, title: string, pointer?: string): void {
  const error = { status: String(status), title, detail: title, ...(pointer && { source: { pointer } }) };
  answer(response, status, { errors: [error] });
}
