import { describe, expect, it, vi } from "vitest";
import { pageData } from "~/http/page-data.server";
import { WholeResponse } from "./whole-response.server";

const LETTER = "Grüße, 👵🏽 & <b>";

describe("a whole response", () => {
  it.each([
    ["text", (response: Response) => response.text()],
    ["a stream", async (response: Response) => new Response(response.body).text()],
    ["bytes", async (response: Response) => new TextDecoder().decode(await response.arrayBuffer())],
    ["a copy", (response: Response) => response.clone().text()],
  ])("gives the same text as %s", async (_, read) => {
    expect(await read(new WholeResponse(LETTER))).toBe(LETTER);
  });

  it("keeps status and headers, also in a clone", () => {
    const response = new WholeResponse("gone", { status: 410, headers: { "X-Reason": "cancelled" } });
    for (const one of [response, response.clone()]) {
      expect(one.status).toBe(410);
      expect(one.headers.get("X-Reason")).toBe("cancelled");
    }
  });

  it("renders its text once, when it is first read", async () => {
    const render = vi.fn(() => LETTER);
    const response = new WholeResponse(render);
    expect(render).not.toHaveBeenCalled();
    await response.text();
    await response.clone().text();
    expect(response.wholeText()).toBe(LETTER);
    expect(render).toHaveBeenCalledTimes(1);
  });
});

describe("page data", () => {
  const data = { title: LETTER, cards: [{ id: "a", badge: null }], next: undefined };

  it("is passed to the page as it is, and to the browser as JSON", async () => {
    const answer = pageData(data, { status: 201, headers: { "Set-Cookie": "a=1" } });
    expect(await answer.json()).toBe(data);
    expect(JSON.parse(await answer.text())).toStrictEqual({ title: LETTER, cards: [{ id: "a", badge: null }] });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("Content-Type")).toMatch("application/json");
    expect(answer.headers.getSetCookie()).toEqual(["a=1"]);
  });

  it("must be JSON", () => {
    // @ts-expect-error a Date would be a Date for the page and a string in the browser
    pageData({ at: new Date(0) });
    // @ts-expect-error a Map would be empty in the browser
    pageData({ list: [{ of: new Map([["a", 1]]) }] });
  });
});
