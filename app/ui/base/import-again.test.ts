import { describe, expect, it, vi } from "vitest";
import { importAgain } from "./import-again";

describe("a script that failed to load", () => {
  it("is requested again where the error does not name its URL, as in Safari", async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError("Importing a module script failed."));
    load.mockResolvedValueOnce("the module");
    expect(await importAgain(load)).toBe("the module");
  });

  it("is not requested a third time", async () => {
    const load = vi.fn().mockRejectedValue(new TypeError("Importing a module script failed."));
    await expect(importAgain(load)).rejects.toThrow("Importing a module script failed.");
    expect(load).toHaveBeenCalledTimes(2);
  });
});
