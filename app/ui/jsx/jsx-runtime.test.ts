import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { jsx, jsxs } from "./jsx-runtime";

const name = jsx("b", { children: "Anna" });

describe("the children of an element", () => {
  it("leave no space alone beside a comment", () => {
    expect(renderToString(jsxs("p", { children: ["Block", " ", name, " ", "or", " ", 2, "."] }))).toBe(
      "<p>Block <b>Anna</b> or 2.</p>",
    );
  });

  it("are joined across what renders nothing", () => {
    expect(renderToString(jsxs("p", { children: ["read", false, " ", null, "them"] }))).toBe("<p>read them</p>");
  });

  it("become one text if they are nothing else, which React replaces as a whole", () => {
    expect(jsxs("p", { children: [2, " ", "memories"] }).props.children).toBe("2 memories");
  });

  it("keep their places, so that fields keep what was typed", () => {
    expect(jsxs("p", { children: ["Your", " ", "name", name, 1, name] }).props.children).toEqual([
      "Your name",
      null,
      null,
      name,
      1,
      name,
    ]);
  });
});
